import "./ui/theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { room } from "./lib/room.svelte";
import { arrive } from "./lib/servers";
import { prepare } from "./lib/sound";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

arrive();
prepare();
room.begin();

export default mount(App, { target });
