import type { ExportWho } from "#lib/study-exports/schema.ts";
import { mayShow, whos, type StudyFacts } from "#lib/study-results/schema.ts";

/** What screens don't show yet is in no file either. */
export const mayExport = (study: Pick<StudyFacts, "state" | "design">, who: ExportWho): boolean =>
  (who === "all" ? whos : [who]).every((one) => mayShow(study, one));
