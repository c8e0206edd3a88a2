import { useEffect, type RefObject } from "react";

// Cases of a group share their long texts. Who turns from one to the next has read them: what was folded stays folded,
// and the page stands where it stood.

const folded = new Set<string>();
let left: { texts: string; top: number } | null = null;

const longParts = (form: Element) => [...form.querySelectorAll<HTMLDetailsElement>("details[data-long]")];
const textsOf = (form: Element) =>
  longParts(form)
    .map(({ lastElementChild }) => lastElementChild?.textContent)
    .join("\0");
const isOpen = (form: Element) => form.getAttribute("aria-hidden") !== "true";

/** For each long part; the first of a case sees to the page. */
export function useKeptPlace(ref: RefObject<HTMLDetailsElement | null>, text: string): void {
  useEffect(() => {
    const part = ref.current;
    const form = part?.closest("form[data-position]");
    if (!part || !form) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const fold = () => (part.open ? folded.delete(text) : folded.add(text));
    part.addEventListener("toggle", () => isOpen(form) && fold(), { signal });
    const come = () => {
      if (!isOpen(form)) return;
      part.open = !folded.has(text);
      if (longParts(form)[0] === part) comeBack(form);
    };
    const note = () => {
      if (isOpen(form) && longParts(form)[0] === part) left = { texts: textsOf(form), top: window.scrollY };
    };
    window.addEventListener("scroll", note, { signal, passive: true });
    const turned = new MutationObserver(come);
    turned.observe(form, { attributeFilter: ["aria-hidden"] });
    come();
    return () => {
      turned.disconnect();
      leaving.abort();
    };
  }, [ref, text]);
}

/** Whoever turned the page has scrolled it to its top; nothing of that is painted yet. */
function comeBack(form: Element): void {
  if (left?.texts === textsOf(form)) window.scrollTo({ top: left.top });
  else left = null;
}
