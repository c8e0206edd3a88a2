import { logFormatOf, openLog } from "#lib/model-logs/open-log.ts";
import { describeLines } from "#lib/model-logs/lm-eval/lm-eval-log.ts";
import { readResultsModel } from "#lib/model-logs/lm-eval/results-file.ts";

/** What a log says of itself, for whoever is to confirm it. */
export type LogDescription = {
  model: string | null;
  filters: string[];
  isLikelihoods: boolean;
  /** How often each case was asked, at most. */
  epochs: number;
  /** Nothing is known of one that can't be read. */
  isReadable: boolean;
  /** What the harness writes beside samples holds no answers. */
  isResults: boolean;
};

const nothing = { filters: [], isLikelihoods: false, epochs: 1, isResults: false };

/** Null for what is no log. One that can't be read is one all the same, by its name: its check says what is wrong with it. */
export async function describeLog(path: string, fileName: string): Promise<LogDescription | null> {
  const format = await logFormatOf(path);
  if (format === null) return null;
  if (format === "lm_eval_results")
    return { ...nothing, model: await readResultsModel(path), isReadable: true, isResults: true };
  if (format === "lm_eval")
    return { ...nothing, model: null, isReadable: true, ...(await describeLines(path)) };
  const opened = await openLog(format, path, null, {});
  if (!opened.ok && format === "inspect_eval" && !/\.eval$/i.test(fileName)) return null;
  if (!opened.ok) return { ...nothing, model: null, isReadable: false };
  const { head, samples } = opened.log;
  // The archive is closed with what has begun.
  await samples.next();
  await samples.return(undefined);
  return { ...nothing, model: head.model, epochs: head.epochs, isReadable: true };
}
