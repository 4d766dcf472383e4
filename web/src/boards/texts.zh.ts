import type { en } from "./texts.en";

/** The words of the boards of a day. */
export const zh: Record<keyof typeof en, string> = {
  "about": "人人都打同样的 {n} 副牌，到 UTC 零点为止。每副只能打一次，没有提示，不计入战绩。",
  "play": "打第 {n} 副",
  "go": "继续第 {n} 副",
  "all": "今天的牌都打完了",
  "name": "请先在大厅取个名字",
  "leave": "离开",
  "row": "今天的牌",
  "new": "没打",
  "begun": "没打完",
  "done": "胜过 {percent}",
  "board": "第 {n} 副",
  "field": "第 {n} 副大家怎么打的",
  "who": "玩家",
  "score": "得分",
  "percent": "胜过",
  "mine": "你胜过同场的 {percent}",
  "growing": "电脑正在打这副牌……",
  "standing": "本房间今日排名",
  "boards": "{n} 副",
  "nobody": "还没有人打过。",
  "loading": "正在读取",
  "replay": "回放",
  "back": "回到牌桌",
};
