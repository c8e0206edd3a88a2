/** What stands in a case in place of a text that several have: which one it is of the texts sent beside them. */
export type FoldedText = { same: number };

/** Puts each text back where it belongs, one for all that have it. A server from before this sends none apart. */
export function unfoldTexts<Sent extends object>(sent: Sent, texts: readonly string[] = []): Sent {
  for (const key in sent) {
    const value = sent[key] as FoldedText & Sent[typeof key];
    if (value && typeof value === "object")
      sent[key] = (texts[value.same] ?? unfoldTexts(value, texts)) as typeof value;
  }
  return sent;
}
