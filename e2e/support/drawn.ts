import { ask, type Question } from "#e2e/support/ask.ts";

/** What a page says as it comes from the server: its heading, and all its words. */
export async function readDrawn(url: string, question: Question = {}) {
  const { status, headers, text: html } = await ask(url, question);
  const drawn = html.replace(/<(script|style|head)\b.*?<\/\1>/gs, "");
  const wordsOf = (part: string) =>
    part
      .replace(/<[^>]*>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const [, heading = ""] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(drawn) ?? [];
  const reference = headers["x-request-id"];
  return { status, reference, html, drawn, heading: wordsOf(heading), words: wordsOf(drawn) };
}
