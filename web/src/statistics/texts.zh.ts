import type { en } from "./texts.en";

/** The words of ratings. */
export const zh: Record<keyof typeof en, string> = {
  "title": "等级分",
  "own": "你的等级分：{rating} ± {error}，共 {n} 局",
  "unrated": "你还没有等级分：在等级分牌桌打完第一局就有。",
  "graph": "{n} 局等级分：从 {first} 到 {last}，最低 {low}，最高 {high}",
  "sure": "一百次里有九十五次，真实水平在色带之内。人人从 1500 ± 1000 开始。",
  "leaders": "排行榜",
  "when": "时间",
  "all": "全部",
  "week": "本周",
  "who": "玩家",
  "place": "名次",
  "rating": "等级分",
  "error": "±",
  "deals": "局数",
  "gain": "增加",
  "computer": "电脑",
  "nobody": "还没有人。",
  "enough": "打满 {n} 局等级分牌局才上榜。",
  "counts": "计分方式",
  "friendly": "友谊局",
  "friendly.help": "有提示，牌和电脑随意；计入战绩",
  "rated": "等级分",
  "rated.help": "还计入等级分：没有提示，牌是新发的，电脑为五个级别之一",
};
