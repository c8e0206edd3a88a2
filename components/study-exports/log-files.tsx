import { getTranslations } from "next-intl/server";
import { File, Take } from "#components/study-exports/export-file.tsx";
import type { ExportFileName } from "#lib/study-exports/schema.ts";
import type { Unlogged } from "#lib/task-kinds/exports.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type LogsOffered = {
  tracks: readonly string[];
  /** Kinds of the study that no log can hold, and why. */
  unlogged: readonly { kind: KindName; why: Unlogged }[];
};

const forms = [
  ["people-as-log.eval", "participants"],
  ["consensus-as-log.eval", "consensus"],
] as const;

/** People as other tools log a model: for each track, and what can't be had with the reason. */
export async function LogFiles({ to, logs }: { to: (file: ExportFileName) => string; logs: LogsOffered }) {
  const t = await getTranslations("resultsExport.files.kinds.log");
  const kinds = await getTranslations("cases.filter.kinds");
  const { tracks, unlogged } = logs;
  if (tracks.length + unlogged.length === 0) return null;
  return (
    <File
      name={t("name")}
      isLong
      holds={
        <>
          <p>{t("holds")}</p>
          {unlogged.map(({ kind, why }) => (
            <p key={kind}>{t(`not.${why}`, { kind: kinds(kind) })}</p>
          ))}
        </>
      }
    >
      {tracks.flatMap((track) =>
        forms.map(([file, form]) => (
          <Take key={`${file} ${track}`} to={to(file)} of={t("name")} track={track}>
            {t(form, { track })}
          </Take>
        )),
      )}
      {tracks.length > 0 && (
        <Take to={to("people-as-lm-eval.zip")} of={t("name")}>
          {t("lmEval")}
        </Take>
      )}
    </File>
  );
}
