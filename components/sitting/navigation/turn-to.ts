import type { View } from "#components/sitting/navigation/address.ts";

/**
 * Turns from one case to another that lies ready, in the elements themselves, as React will once it hears of it: its
 * work for both of them would stand between the press and the paint.
 */
export function turnTo(page: HTMLElement | null, from: View, to: View, title: string): boolean {
  const caseAt = (view: View) => page?.querySelector(`form[data-position="${view}"]`);
  const [left, opened] = [caseAt(from), caseAt(to)];
  const heading = page?.querySelector("[data-place]")?.firstChild;
  if (!left || !opened || !heading) return false;
  left.setAttribute("aria-hidden", "true");
  opened.setAttribute("aria-hidden", "false");
  heading.nodeValue = title;
  window.scrollTo({ top: 0 });
  return true;
}
