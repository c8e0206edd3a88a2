import { Confidence } from "#components/sitting/case/confidence.tsx";
import { confidencePart } from "#components/sitting/case/confidence-part.ts";
import { askingOf } from "#components/task-kinds/asking.ts";
import type { Doubt } from "#components/task-kinds/kind.ts";
import type { Questions } from "#lib/studies/schema.ts";

confidencePart.now = Confidence;

/** Once for each case and doubt, also after the page was loaded anew. */
function mayAsk(sittingId: string, position: number, { confidence }: Questions, doubt: Doubt): boolean {
  if (!confidence.guided) return false;
  const key = `asked ${sittingId} ${position} ${doubt.key}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    // Where nothing is remembered, it would be asked again and again.
    return false;
  }
  return true;
}

/** What only a study needs that asks how sure people are. */
export const asking = { askingOf, mayAsk };
