import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { parsePlan, type Design, type StudyState } from "#lib/studies/schema.ts";

type StoredPlan = { id: string; state: StudyState; /** As JSON, or as its text. */ draft: unknown };

const parsed = processSingleton("frozen plans", () => new BoundedMap<string, Design>(50));

/** The plan of a study. Once that has opened its plan never changes, and is parsed once, however many come to join. */
export function parsePlanOf({ id, state, draft }: StoredPlan): Design {
  const known = state === "draft" ? undefined : parsed.get(id);
  if (known) return known;
  const design = parsePlan(typeof draft === "string" ? JSON.parse(draft) : draft);
  if (state !== "draft") parsed.set(id, design);
  return design;
}
