import { isHan } from "#components/reading/script.ts";

type Text = { content: unknown; language: string };

/** Whether thoughts in it are set in italics. Whatever kind of task it is: a part of a turn says of itself that it is one. */
export const needsItalic = ({ content, language }: Text): boolean =>
  !isHan(language) && JSON.stringify(content).includes('"type":"thought"');

/** A browser asks for a face once something in it is drawn: for who turns to that, too late. */
export function loadItalic(texts: readonly Text[]): void {
  if (!texts.some(needsItalic)) return;
  const face = getComputedStyle(document.documentElement).getPropertyValue("--face-latin-italic");
  document.fonts.load(`italic 1rem ${face}`).catch(() => {});
}
