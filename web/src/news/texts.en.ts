// The words of what is told while the page isn't seen: they come with the settings, or where somebody has asked for it.
export const en = {
  title: "Tell me while I look elsewhere",
  text: "Nothing is told that isn't switched on here, and nothing while you see the page.",
  "ask.event": "An event of mine begins",
  "ask.friend": "A friend sits down at a table",
  "ask.turn": "It is my turn",
  "ask.turnHelp": "Once you have looked elsewhere for a minute.",
  granted: "The browser shows it as a notification.",
  pushed: "The browser shows it as a notification, also while no page of the room is open.",
  inPage: "The browser shows no notifications of this room: the page tells it when you are back.",
  missed: "While you looked elsewhere",
  event: "It begins: {name}",
  friend: "{name} sits at a table",
  turn: "{game}: it is your turn",
};
