import type { en } from "./texts.en";

export const zh: Record<keyof typeof en, string> = {
  "about": "课程的测试程序，一步一步地检查。它在这个浏览器里运行：你的文件不会送到别处。结果为英文。",
  "which": "作业",
  "classes": "类：{names}",
  "files": "选择 .py 文件",
  "drop": "或拖到这里。多个文件会一起检查。",
  "without": "不要 {name}",
  "write": "或者写在这里",
  "starter": "从课程给的文件开始",
  "check": "检查",
  "stop": "停止",
  "loading": "正在准备 Python",
  "running": "正在逐步检查",
  "done": "检查完毕",
  "result": "结果",
  "large": "太多了：最多检查 40 个文件，共 2 MB。",
  "none": "其中没有 Python 文件：文件名应以 .py 结尾。",
  "unread": "{name} 已改动或不在了。请重新选择文件。",
  "failed": "未能取到测试程序。请重新加载页面。",
  "stopped": "已停止",
  "leave": "回到大厅",
};
