/**
 * Changes what differs and leaves the rest alone: where somebody is, what they have unfolded and how far they have
 * scrolled stays while figures change.
 */
export function bringUpToDate(box: Element, markup: string): void {
  const made = document.createElement("template");
  made.innerHTML = markup;
  alignNodes(box, made.content);
}

function alignNodes(here: Node, next: Node): void {
  const [old, wanted] = [[...here.childNodes], [...next.childNodes]];
  for (const [at, node] of wanted.entries()) {
    const known = old[at];
    if (!known) here.appendChild(node);
    else if (known.nodeName !== node.nodeName) here.replaceChild(node, known);
    else if (known instanceof Element && node instanceof Element) alignElements(known, node);
    else if (known.nodeValue !== node.nodeValue) known.nodeValue = node.nodeValue;
  }
  for (const left of old.slice(wanted.length)) left.remove();
}

function alignElements(known: Element, next: Element): void {
  if (known.isEqualNode(next)) return;
  const isKept = (name: string) => name === "open" && known.nodeName === "DETAILS";
  for (const { name } of Array.from(known.attributes))
    if (!isKept(name) && !next.hasAttribute(name)) known.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (!isKept(name) && known.getAttribute(name) !== value) known.setAttribute(name, value);
  alignNodes(known, next);
}
