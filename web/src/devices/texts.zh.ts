import type { en } from "./texts.en";

export const zh: Record<keyof typeof en, string> = {
  "signIn.title": "在这里继续",
  "signIn.code": "这个链接来自你的另一台设备。要在这里以同一个人继续吗？名字、成绩和座位都不变。",
  "signIn.instead": "这个浏览器在这里用的是另一个名字，继续就会放弃它。",
  "signIn.text": "用你的名字和你抄下的八个词，就可以恢复身份。还在用的设备不需要恢复词：它的设置里可以给出一个码。",
  "signIn.words": "恢复词",
  "signIn.go": "在这里继续",
  "devices.title": "你的设备",
  "devices.text": "在每台设备上，你都是这个房间里的同一个人。",
  "devices.unnamed": "一台设备",
  "devices.here": "这一台",
  "devices.seen": "上次来是 {day}",
  "devices.end": "移除",
  "devices.add": "添加设备",
  "devices.scan": "在另一台设备上打开它。只能用一次，还有 {n} 秒有效。",
  "devices.qr": "另一台设备的链接二维码",
  "devices.noWords": "万一所有设备都丢了，恢复词能让你回来。",
  "devices.hasWords": "你已有恢复词。新的会取代旧的。",
  "devices.makeWords": "生成恢复词",
  "devices.newWords": "生成新的恢复词",
  "devices.write": "请按顺序抄下这些词。之后谁也无法再显示它们。",
};
