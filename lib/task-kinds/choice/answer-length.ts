import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

/** The tokens of the unknown speaker's turns; null where a case is plain text. */
export async function answerLength(content: ChoiceContent): Promise<number | null> {
  if (content.form === "text") return null;
  const count = await loadTokenCount();
  return content.turns
    .filter((turn) => turn.speaker === null)
    .map((turn) => count(turn.parts.map((part) => part.text).join(" ")))
    .reduce((sum, tokens) => sum + tokens, 0);
}
