"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { takeOver } from "#components/ui/written/handed-over.ts";

type Props = {
  /** Where in the page it stands, for a page that brings it. */
  place?: string;
  /** All of it, for what a script asks for. */
  markup?: string;
};

/** For who comes back to the page, when its elements are gone. */
const kept = new Map<string, string>();

function read(place: string): string {
  if (typeof document === "undefined") return takeOver(place);
  const markup = kept.get(place) ?? document.getElementById(place)?.innerHTML ?? "";
  kept.set(place, markup);
  return markup;
}

/**
 * A part that a page brings once. What React takes a page over from would have it a second time: half of a page of results. In
 * the browser it is read from the page itself; should it not be there, it is asked for.
 */
export function TakenOver({ place, markup }: Props) {
  const { refresh } = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [first] = useState(() => markup ?? read(place ?? ""));
  useEffect(() => {
    if (markup !== undefined && box.current) bringUpToDate(box.current, markup);
    else if (first === "") refresh();
  }, [markup, first, refresh]);
  return <div ref={box} id={place} className="contents" dangerouslySetInnerHTML={{ __html: first }} />;
}

/**
 * Changes what differs and leaves the rest alone: where somebody is, what they have unfolded and how far they have
 * scrolled stays while figures change.
 */
function bringUpToDate(box: Element, markup: string): void {
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
