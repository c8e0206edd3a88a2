import { logFormatOf, openLog } from "#lib/model-logs/open-log.ts";
import { listFilters } from "#lib/model-logs/lm-eval/lm-eval-log.ts";

/** What a log says of itself, for whoever is to confirm it. */
export type LogDescription = { model: string | null; filters: string[]; isLikelihoods: boolean };

/** Null for what is no log. One that can't be read is one all the same, by its name: its check says what is wrong with it. */
export async function describeLog(path: string, fileName: string): Promise<LogDescription | null> {
  const format = await logFormatOf(path);
  if (format === null) return null;
  const filters = format === "lm_eval" ? await listFilters(path) : [];
  const opened = await openLog(format, path, filters[0] ?? null, {});
  if (!opened.ok && format === "inspect_eval" && !/\.eval$/i.test(fileName)) return null;
  if (!opened.ok) return { model: null, filters, isLikelihoods: false };
  const { head, samples } = opened.log;
  const first = await samples.next();
  // The archive is closed with it.
  await samples.return(undefined);
  const sample = first.done ? null : first.value.sample;
  return { model: head.model, filters, isLikelihoods: sample?.answer.kind === "likelihoods" };
}
