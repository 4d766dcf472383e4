// What can be met: every control lies on top, is large enough, and covers nothing; no card and no sign covers a text.
// `hits(touch)` gives a line for each defect of the screen as it is now. A page without a table may scroll: what isn't
// whole on the screen is looked at once one has scrolled to it.
window.hits = (touch) => {
  const little = Math.min(innerWidth, innerHeight) <= 480;
  const LEAST = touch ? 44 : little ? 40 : 32; // pixels of a control, either way
  const STRIP = 24; // pixels of a card that others leave free; WCAG 2.5.8 asks as much
  const FACELESS = 15; // of a card face down among others: one is as good as its neighbour
  const FIGURE = 32; // of a place of a figure or beside columns, which has to be seen whole however small the screen
  const STEP = 3; // pixels between two points that are asked
  const SLACK = 3; // pixels by which two may overlap
  const CONTROLS = "button, a[href], input, select, textarea, summary, [role=option], [role=tab]";
  const ON_CARDS = ".note, .count, .who, .upon, .number, .title, .word, .sum, .laid, .badge"; // signs that lie upon cards
  const found = [];
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const wide = (a) => a.right - a.left;
  const tall = (a) => a.bottom - a.top;
  const styles = new Map();
  const style = (node) => styles.get(node) ?? (styles.set(node, getComputedStyle(node)), styles.get(node));
  /** What is left of a rectangle in all that cuts it; `rolls` where one could scroll to the rest. */
  const cut = (rect, node) => {
    let left = meet(rect, screen);
    let rolls = root === document.body;
    for (let each = node; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = style(each);
      if (each === node || (overflowX === "visible" && overflowY === "visible")) continue;
      left = meet(left, each.getBoundingClientRect());
      rolls ||= /auto|scroll/.test(overflowX + overflowY) && each.scrollHeight + each.scrollWidth > each.clientHeight + each.clientWidth;
    }
    return { left, rolls };
  };
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const called = (node) =>
    `${node.tagName.toLowerCase()}.${[...node.classList].filter((each) => !each.startsWith("svelte-")).join(".")} ` +
    `"${(node.ariaLabel ?? node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const family = (a, b) => a === b || a.contains(b) || b.contains(a);
  const isCard = (node) => node.closest("[role=option], [data-card], [data-lying], .card, .back") !== null;

  // above everything lies a dialog, or the panel where it has no place of its own
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector(".drawer") ??
    document.querySelector(".table") ?? document.body;
  /** The result has the middle: what lies under it is dimmed. */
  const result = root.querySelector(".over > .result, .over > .outcome, .over > .waiting");
  const under = (node) => result !== null && node.closest(".felt") !== null && node.closest(".over") === null;

  const sky = document.querySelector(".sky");
  if (sky) sky.style.display = "none";
  const controls = [...root.querySelectorAll(CONTROLS)].filter(
    (node) => seen(node) && !node.closest("[inert], .unseen") && node.getBoundingClientRect().width > 0 && !under(node),
  );
  const boxes = new Map();
  for (const node of controls) {
    const rect = node.getBoundingClientRect();
    const { left, rolls } = cut(rect, node);
    const whole = wide(left) > wide(rect) - SLACK && tall(left) > tall(rect) - SLACK;
    if (!whole && rolls) continue; // one scrolls to it
    if (!whole) found.push(`${called(node)} is cut off`);
    boxes.set(node, left);
    if (isCard(node) && node.closest(".hand, .open, .spread, .pile")) continue;
    if (node.closest(".figure, .cascades") && Math.min(wide(rect), tall(rect)) >= FIGURE - 0.5) continue;
    const size = node.closest("label")?.getBoundingClientRect() ?? rect; // what it says can be pressed too
    if (wide(size) < LEAST - 0.5 || tall(size) < LEAST - 0.5)
      found.push(`${called(node)} is ${Math.round(wide(size))} x ${Math.round(tall(size))} pixels`);
  }
  const labels = (node, there) => there.closest("label")?.control === node;
  const hit = (x, y, node) => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (node.contains(there) || labels(node, there)) ? null : (there ?? document.body);
  };
  for (const [node, box] of boxes) {
    const own = isCard(node) && node.closest(".hand, .open, .spread, .pile");
    if (own) {
      const least = Math.min(node.dataset.lying !== undefined ? FACELESS : STRIP, wide(box) - SLACK) - 2;
      let best = 0;
      for (const y of [box.top + Math.min(14, tall(box) * 0.2), box.top + tall(box) * 0.4]) {
        for (let x = box.left + 1, run = 0; x < box.right && best < least; x += STEP) {
          run = hit(x, y, node) === null ? run + STEP : 0;
          best = Math.max(best, run);
        }
      }
      if (best < least) found.push(`${called(node)}: ${best} pixels of the card are free`);
      continue;
    }
    const [dx, dy] = [Math.min(6, wide(box) / 4), Math.min(6, tall(box) / 4)];
    const points = [
      [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
      [box.left + dx, box.top + dy],
      [box.right - dx, box.top + dy],
      [box.left + dx, box.bottom - dy],
      [box.right - dx, box.bottom - dy],
    ];
    for (const [x, y] of points) {
      const there = hit(x, y, node);
      if (there === null) continue;
      found.push(`${called(node)} lies under ${called(there)}`);
      break;
    }
  }
  const entries = [...boxes];
  for (const [n, [one, a]] of entries.entries()) {
    for (const [other, b] of entries.slice(n + 1)) {
      const both = meet(a, b);
      if (wide(both) <= SLACK || tall(both) <= SLACK || family(one, other)) continue;
      if (isCard(one) && isCard(other)) continue;
      found.push(`${called(one)} and ${called(other)} overlap`);
    }
  }

  // texts: no control lies over one, nor a card, nor a sign
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !seen(parent) || parent.closest(".unseen, svg, option, style") || under(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const { left, rolls } = cut(rect, parent);
      if (wide(left) < 2 || tall(left) < 2) {
        if (!rolls && wide(rect) > 1) found.push(`text "${node.data.trim().slice(0, 40)}" is cut off`);
        continue;
      }
      if (!rolls && wide(left) < wide(rect) - 6 && style(parent).textOverflow !== "ellipsis")
        found.push(`text "${node.data.trim().slice(0, 40)}" is cut off`);
      texts.push({ parent, rect: left, text: node.data.trim().slice(0, 40) });
    }
  }
  for (const { parent, rect, text } of texts) {
    for (const [node, box] of boxes) {
      const both = meet(box, rect);
      if (wide(both) <= SLACK || tall(both) <= SLACK + 2 || family(node, parent)) continue;
      if (isCard(node) && (isCard(parent) || parent.closest(ON_CARDS))) continue;
      if (node.contains(parent) || parent.closest(CONTROLS) !== null) continue; // reported above
      if (node.classList.contains("take")) continue; // it is meant to lie over its pile
      found.push(`${called(node)} covers the text "${text}"`);
    }
  }
  const all = document.createElement("style");
  all.textContent = "*, *::before { pointer-events: auto !important }";
  document.head.append(all);
  const paints = (node) => {
    const { backgroundColor, backgroundImage, opacity } = style(node);
    if (Number(opacity) === 0 || node.closest(".sky")) return false;
    if (node.closest("svg") !== null) return true;
    return backgroundImage !== "none" || !/^rgba\(.*, 0(\.0\d*)?\)$|^transparent$|\/ 0\)$/.test(backgroundColor);
  };
  const over = (x, y, node, spared) => {
    const top = document.elementFromPoint(x, y);
    if (top === null || family(top, node)) return null;
    for (const each of document.elementsFromPoint(x, y)) {
      if (family(each, node)) return null;
      if (paints(each) && !spared(each)) return each;
    }
    return null;
  };
  for (const { parent, rect, text } of texts) {
    const y = (rect.top + rect.bottom) / 2;
    for (const x of [rect.left + 2, (rect.left + rect.right) / 2, rect.right - 2]) {
      const there = over(x, y, parent, () => false);
      if (there === null) continue;
      found.push(`the text "${text}" lies under ${called(there)}`);
      break;
    }
  }
  // cards that are no controls: whole, and their corners free of anything but cards and the signs upon them
  for (const node of root.querySelectorAll("[data-card]")) {
    const face = node.querySelector(":scope .leaf") ?? node;
    const rect = face.getBoundingClientRect();
    if (rect.width < 1 || !seen(node) || under(node) || node.closest(".sky")) continue;
    const { left, rolls } = cut(rect, node);
    if (rolls) continue;
    if (wide(left) < wide(rect) - SLACK || tall(left) < tall(rect) - SLACK) found.push(`card ${called(face)} ${node.dataset.card} is cut off`);
    const there = over(rect.left + rect.width * 0.1, rect.top + rect.height * 0.12, node,
      (each) => isCard(each) || each.closest(ON_CARDS) !== null || each.closest(".pile, .again") !== null);
    if (there !== null) found.push(`card ${node.dataset.card} lies under ${called(there)}`);
  }
  // what a seat said lies at its place, and nothing that was played beside the table
  for (const cross of root.querySelectorAll(".spot > svg.cross")) {
    const pile = cross.parentElement.querySelector(":scope > .pile")?.getBoundingClientRect() ?? screen;
    const both = meet(cross.getBoundingClientRect(), wide(pile) > 0 ? pile : screen);
    if (wide(both) < 1 || tall(both) < 1) found.push("a cross lies away from its place");
  }
  for (const name of root.querySelectorAll(".plate > .name bdi")) {
    const a = name.getBoundingClientRect();
    if (!under(name) && tall(a) > 3 * parseFloat(style(name).fontSize)) found.push(`${called(name)} takes more than two lines`);
    for (const total of name.closest(".plate").querySelectorAll(".total, .level")) {
      const both = meet(a, total.getBoundingClientRect());
      if (seen(total) && !under(name) && wide(both) > 0 && tall(both) > 1) found.push(`${called(name)} and ${called(total)} overlap`);
    }
  }
  const cloth = root.querySelector(".ground")?.getBoundingClientRect() ?? screen;
  for (const node of root.querySelectorAll(".plays .card, .cross .card, .plays .count")) {
    const { bottom } = node.getBoundingClientRect();
    if (seen(node) && !under(node) && bottom > cloth.bottom + 1) found.push(`${called(node)} lies beside the table`);
  }
  all.remove();
  if (sky) sky.style.display = "";
  const { scrollHeight, scrollWidth } = document.documentElement;
  if ((root !== document.body && scrollHeight > innerHeight + 1) || scrollWidth > innerWidth + 1)
    found.push("the page scrolls");
  return [...new Set(found)];
};
/** What is wrong with the screen in each of these languages: [language, line] for each defect. */
window.look = async (touch, languages) => {
  const found = [];
  for (const language of languages) {
    speak(language);
    await settled();
    found.push(...hits(touch).map((each) => [language, each]));
  }
  return found;
};
undefined; // of a function Playwright would take the answer
