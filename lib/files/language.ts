const ideographs = /\p{Script=Han}/gu;
const letters = /\p{L}/gu;

/** Chinese prompts carry English instructions for the model, so a sixth of the letters is enough. */
export function languageOf(text: string): "en" | "zh" {
  const han = text.match(ideographs)?.length ?? 0;
  const others = (text.match(letters)?.length ?? 0) - han;
  return han * 5 > others ? "zh" : "en";
}
