"use client";

import { useTranslations } from "next-intl";
import { ComingFiles } from "#components/imports/coming-files.tsx";
import { FileGroup, ModelFold } from "#components/imports/file-group.tsx";
import {
  casesGroup,
  filesIn,
  groupByModel,
  isAsking,
  isReplicateWrong,
  lacksModel,
  type RunGroup,
} from "#components/imports/file-groups.ts";
import { isReady, mayNameModel } from "#components/imports/item.ts";
import { RunFields, RunHeads } from "#components/imports/run-fields.tsx";
import type { Suggestions } from "#components/imports/suggestion-lists.tsx";
import type { FilesOfVisit } from "#components/imports/use-files.ts";

type Props = { visit: FilesOfVisit; limitBytes: number; showErrors: boolean; lists: Suggestions };

/** Up to so many are all shown. */
const fewFiles = 8;

const boxLook = "min-w-0 rounded-lg border border-line bg-raised";

/** A row a run, and its files folded away where there are many: what is checked is seen at a glance. */
export function FileList({ visit, limitBytes, showErrors, lists }: Props) {
  const t = useTranslations("imports.form");
  const { files } = visit;
  const coming = files.items.filter((item) => !isReady(item));
  const cases = filesIn(files, casesGroup);
  const nameOf = (run: RunGroup) => (run.model.trim() === "" ? t("unnamed") : run.model);
  const shared = { visit, showErrors, lists, isOneOfFew: files.items.length <= fewFiles };
  return (
    <>
      {coming.length > 0 && <ComingFiles items={coming} limitBytes={limitBytes} visit={visit} />}
      {cases.length > 0 && (
        <div className={boxLook}>
          <FileGroup {...shared} items={cases} name={t("cases")} title={t("cases")}>
            <strong className="max-md:hidden md:col-span-4">{t("cases")}</strong>
          </FileGroup>
        </div>
      )}
      {files.runs.length > 0 && (
        <div className={boxLook}>
          <RunHeads />
          {groupByModel(files).map((runs) => (
            <ModelFold
              key={runs[0]?.id}
              isFolded={runs.length > 1 && !shared.isOneOfFew}
              isAsked={runs.some((run) => isAsking(files, run))}
              runs={runs.map((run) => ({ ...run, model: nameOf(run) }))}
              count={runs.flatMap((run) => filesIn(files, run.id)).length}
            >
              {runs.map((run) => (
                <RunFiles key={run.id} {...shared} run={run} name={nameOf(run)} />
              ))}
            </ModelFold>
          ))}
        </div>
      )}
    </>
  );
}

type RunProps = Omit<Props, "limitBytes"> & { isOneOfFew: boolean; run: RunGroup; name: string };

function RunFiles({ run, name, ...shared }: RunProps) {
  const t = useTranslations("imports.form");
  const { visit, showErrors, lists } = shared;
  const items = filesIn(visit.files, run.id);
  const lacksName = showErrors && lacksModel(visit.files, run);
  const isWrong = showErrors && isReplicateWrong(run);
  return (
    <FileGroup
      {...shared}
      items={items}
      isMissing={lacksName || isWrong}
      name={t("run", { name: [name, run.method].filter(Boolean).join(" · ") })}
      title={[name, run.method, run.version].filter(Boolean).join(" · ")}
    >
      <RunFields
        run={run}
        lists={lists}
        isWrong={isWrong}
        isMissing={lacksName}
        mayBeUnnamed={items.every(mayNameModel)}
        onRun={(part) => visit.setRun(run.id, part)}
      />
    </FileGroup>
  );
}
