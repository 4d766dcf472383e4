// Local storage that may be full, forbidden or filled by somebody else: nothing here throws.
import { folder } from "./address";

/** The folder of this page: two rooms under one host (behind a proxy) must not share a token. */
export function home(): string {
  return typeof location === "undefined" ? "/" : folder(location.pathname);
}

export function recall<T>(key: string, good: (value: unknown) => value is T): T | null {
  try {
    const written = localStorage.getItem(`dealt.${key}`);
    const value: unknown = written === null ? null : JSON.parse(written);
    return good(value) ? value : null;
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`dealt.${key}`);
    else localStorage.setItem(`dealt.${key}`, JSON.stringify(value));
  } catch {
    // private windows and full disks: the page works without
  }
}

export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
export const isText = (value: unknown): value is string => typeof value === "string";
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
