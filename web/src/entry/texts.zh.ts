// The same in Chinese.
import type { en } from "./texts.en";

export const zh: Record<keyof typeof en, string> = {
  "server.label": "服务器",
  "server.this": "当前服务器（{address}）",
  "server.named": "{name}（{address}）",
  "server.asking": "正在询问 {address}…",
  "server.silent": "{address} 没有应答。请检查地址和端口，以及那台服务器是否对外开放。",
  "server.else": "{address} 有应答，但现在不能在那里玩。请检查地址，或稍后再试。",
  "server.unlisted": "请自己打开 {address}。它不在本室主人的列表里，本页不能询问它：",
  "server.unasked": "本页是加密的，不能询问未加密的 {address}。请自己打开：",
  "server.custom": "自定义…",
  "server.title": "其他服务器",
  "server.text": "每台服务器都有自己的页面，点击后会前往那里。",
  "server.address": "地址",
  "server.addressHint": "域名或 IP，例如 cards.example.org 或 192.168.1.20",
  "server.port": "端口",
  "server.go": "前往",
  "server.noAddress": "请输入服务器的地址",
  "server.badAddress": "这不是有效的地址。地址形如 cards.example.org 或 192.168.1.20",
  "server.badPort": "端口是 1 至 65535 的数字，通常是 {port}",
  "server.going": "正在前往 {address}…",
  "server.secure": "加密连接（https）",
  "server.forget": "清除用过的服务器",
};
