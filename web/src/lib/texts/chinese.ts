// All Chinese words of the page, which come only to those who read them.
import { zh as table } from "../../table/texts.zh";
import { zh as shell } from "./zh";

export const chinese: Record<string, string> = { ...shell, ...table };
