/**
 * In the page: marks the first few of all words that look alike, by colour, size, weight and what lies beneath them,
 * but for the looks that are known. Says which it marked.
 */
export function markLooks([mark, within, known]: readonly [string, string, readonly string[]]): string[] {
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
  const grounds = new Map<Element, string>();
  // Of what an element adds to the look of all that stands on it, most add nothing.
  function groundOf(element: Element): string {
    const found = grounds.get(element);
    if (found !== undefined) return found;
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

  // A link has to stand out from the words around it, too.
  const aroundOf = (element: Element) =>
    element.localName === "a" && element.parentElement
      ? `${getComputedStyle(element.parentElement).color} ${getComputedStyle(element).textDecorationLine}`
      : "";

  const seen = new Map(known.map((look) => [look, Infinity]));
  for (const element of document.querySelectorAll(`:is(${within}), :is(${within}) *`)) {
    if (!speaks(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const own = [color, fontSize, fontWeight, textShadow, aroundOf(element), isIdle(element)];
    const look = [groundOf(element), ...own].join(";");
    const count = (seen.get(look) ?? 0) + 1;
    seen.set(look, count);
    // What lies half under something else can't be judged: the next one can.
    if (count <= 3) element.setAttribute(mark, "");
  }
  return [...seen].flatMap(([look, count]) => (count === Infinity ? [] : [look]));
}
