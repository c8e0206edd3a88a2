import { useEffect, type RefObject } from "react";
import { settle } from "#components/reading/highlights.ts";

// Cases of a group share their long texts. Who turns from one to the next has read them: what was folded stays folded,
// and the page stands where it stood.

/** Sooner than anybody presses a key after it; not in each frame that scrolls. */
const noteMs = 50;

const folded = new Set<string>();
const textOf = new WeakMap<Element, string>();
/** The window began so far below one of the form's edges. */
let left: { texts: readonly string[]; edge: number; below: number } | null = null;

const longParts = (form: Element) => [...form.querySelectorAll<HTMLDetailsElement>("details[data-long]")];
const textsOf = (form: Element) => longParts(form).map((part) => textOf.get(part) ?? "");
const isOpen = (form: Element) => form.getAttribute("aria-hidden") !== "true";

/** Where in the window the form begins, and each stretch of its long texts; what isn't set yet has another height than once it is. */
function edgesOf(form: Element): number[] {
  const stretches = [...form.querySelectorAll("details[open] [data-stretch]")];
  const ends = stretches.at(-1)?.getBoundingClientRect().bottom ?? [];
  return [form, ...stretches].map((one) => one.getBoundingClientRect().top).concat(ends);
}

/** For each long part; the last of a case sees to the page. */
export function useKeptPlace(ref: RefObject<HTMLDetailsElement | null>, text: string): void {
  useEffect(() => {
    const part = ref.current;
    const form = part?.closest("form[data-position]");
    if (!part || !form) return;
    textOf.set(part, text);
    const leaving = new AbortController();
    const { signal } = leaving;
    const fold = () => (part.open ? folded.delete(text) : folded.add(text));
    part.addEventListener("toggle", () => isOpen(form) && fold(), { signal });
    const come = () => {
      if (!isOpen(form)) return;
      if (part.open === folded.has(text)) part.open = !part.open;
      if (longParts(form).at(-1) === part) comeBack(form);
    };
    let planned: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      planned = undefined;
      if (!signal.aborted && isOpen(form) && longParts(form).at(-1) === part) left = standIn(form);
    };
    const noteSoon = () => void (planned ??= setTimeout(note, noteMs));
    window.addEventListener("scroll", noteSoon, { signal, passive: true });
    const turned = new MutationObserver(come);
    turned.observe(form, { attributeFilter: ["aria-hidden"] });
    come();
    return () => {
      turned.disconnect();
      leaving.abort();
    };
  }, [ref, text]);
}

function standIn(form: Element): typeof left {
  const edges = edgesOf(form);
  const edge = Math.max(
    0,
    edges.findLastIndex((top) => top <= 0),
  );
  return { texts: textsOf(form), edge, below: -(edges[edge] ?? 0) };
}

/** Whoever turned the page has scrolled it to its top; nothing of that is painted yet. */
function comeBack(form: Element): void {
  const texts = textsOf(form);
  const stood = left;
  if (stood?.texts.length !== texts.length || !stood.texts.every((text, at) => text === texts[at])) {
    left = null;
    return;
  }
  const goBack = () => window.scrollBy({ top: (edgesOf(form)[stood.edge] ?? 0) + stood.below });
  // Above the first stretch everything is set.
  if (stood.edge === 0) goBack();
  else settle(goBack);
}
