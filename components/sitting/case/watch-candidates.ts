import { answerFields } from "#lib/sittings/answers/fields.ts";

const findField = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`input[name=${answerFields.unfolded}]`);

/** Null where the study doesn't record it, where there are no profiles, and before anybody has looked. */
export const readUnfolded = (form: HTMLFormElement): boolean | null => {
  const told = findField(form)?.value;
  return told ? told === "yes" : null;
};

/**
 * Tells how tall the candidates stand, for the place they keep beside a long dialogue, and whether all of every profile
 * shows: whatever changes that changes their height, too.
 */
export function watchCandidates(form: HTMLFormElement): () => void {
  const column = form.querySelector<HTMLElement>("[data-candidates]");
  if (!column || !("ResizeObserver" in window)) return () => undefined;
  const profiles = [...column.querySelectorAll("[data-profile]")];
  const field = findField(form);
  const isWhole = ({ scrollHeight, clientHeight }: Element) => scrollHeight <= clientHeight + 1;
  function look(): void {
    const height = column?.offsetHeight ?? 0;
    // Out of sight nothing has a height.
    if (!height) return;
    if (field && profiles.length > 0) field.value = profiles.every(isWhole) ? "yes" : "no";
    column?.style.setProperty("--height", `${height}px`);
  }
  look();
  const observer = new ResizeObserver(look);
  observer.observe(column);
  return () => observer.disconnect();
}
