/** In the page: marks the first few of all words that look alike, by colour, size, weight and what lies beneath them. */
export function markLooks([mark, within]: readonly [string, string]): void {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
  const grounds = new Map<Element, string>();
  // Of what an element adds to the look of all that stands on it, most add nothing.
  function groundOf(element: Element): string {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join("|");
    const beneath = element.parentElement ? groundOf(element.parentElement) : "";
    const ground = own === "rgba(0, 0, 0, 0)|none|1|none|normal|static" ? beneath : `${beneath}/${own}`;
    grounds.set(element, ground);
    return ground;
  }
  const speaks = (element: Element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const isIdle = (element: Element) =>
    element.closest(":disabled, [aria-disabled=true], label:has(:disabled)") !== null;

  const seen = new Map<string, number>();
  for (const element of document.querySelectorAll(`:is(${within}), :is(${within}) *`)) {
    if (!speaks(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [groundOf(element), color, fontSize, fontWeight, textShadow, isIdle(element)].join(";");
    const count = (seen.get(look) ?? 0) + 1;
    seen.set(look, count);
    // What lies half under something else can't be judged: the next one can.
    if (count <= 3) element.setAttribute(mark, "");
  }
}
