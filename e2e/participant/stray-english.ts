import type { Page } from "@playwright/test";

/** Words in Latin letters that a reader or a screen reader meets outside of what is marked as English. */
export async function strayEnglish(page: Page, known: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.closest("script, style, code, [lang=en]")) continue;
      found.push(walker.currentNode.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      if (element.closest("[lang=en]")) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  const rest = known.reduce((text, word) => text.replaceAll(word, ""), texts.join("\n"));
  return rest.match(/[A-Za-z]{2,}[^\n]*/g) ?? [];
}

// What keeps its name in every language.
export const names = ["Benchside", "Firefox", "Chrome", "Linux", "Windows", "amber-otter-lake"];
