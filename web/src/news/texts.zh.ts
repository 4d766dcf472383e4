import type { en } from "./texts.en";

export const zh: Record<keyof typeof en, string> = {
  title: "我没在看时提醒我",
  text: "只提醒这里打开的事情；看着页面时不会提醒。",
  "ask.event": "我参加的比赛开始",
  "ask.friend": "好友在牌桌坐下",
  "ask.turn": "轮到我",
  "ask.turnHelp": "离开页面一分钟以后。",
  granted: "浏览器会弹出通知。",
  pushed: "浏览器会弹出通知，没打开牌室页面时也会。",
  inPage: "浏览器不显示这个牌室的通知：你回到页面时会看到。",
  missed: "你没在看的时候",
  event: "开始了：{name}",
  friend: "{name} 坐到牌桌了",
  turn: "{game}：轮到你了",
};
