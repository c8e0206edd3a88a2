"use client";

import { useTranslations } from "next-intl";
import { ComingFiles } from "#components/imports/coming-files.tsx";
import {
  casesGroup,
  filesIn,
  groupByModel,
  isAsking,
  isReplicateWrong,
  lacksModel,
  type RunGroup,
  type Run,
} from "#components/imports/file-groups.ts";
import { isReady, mayNameModel, lacksTrack, type ReadyItem } from "#components/imports/item.ts";
import { RunFields, RunHeads, runColumns } from "#components/imports/run-fields.tsx";
import type { Suggestions } from "#components/imports/suggestion-lists.tsx";
import type { FilesOfVisit } from "#components/imports/use-files.ts";
import clsx from "clsx";
import { type ReactNode, useId, useState } from "react";
import { FileRow } from "#components/imports/file-row.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";

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

type FileGroupProps = {
  items: readonly ReadyItem[];
  name: string;
  /** What tells it from the others while it is folded, where there is no room for its fields. */
  title: string;
  isOneOfFew: boolean;
  /** Whether something of the group itself is to be filled in. */
  isMissing?: boolean;
  showErrors: boolean;
  lists: Suggestions;
  visit: FilesOfVisit;
  /** What is said once for all its files. */
  children: ReactNode;
};

/** Folded while there are many and nothing is to be filled in; what asked for something once stays unfolded. */
function FileGroup({ items, name, title, isOneOfFew, isMissing, children, ...shared }: FileGroupProps) {
  const t = useTranslations("imports.form");
  const id = useId();
  const lacking = items.some(lacksTrack);
  const [isAsking, setAsking] = useState(lacking);
  const [chosen, choose] = useState<boolean | null>(null);
  if (lacking && !isAsking) setAsking(true);
  const isAsked = shared.showErrors && (lacking || isMissing === true);
  const isOpen = isAsked || (chosen ?? (isAsking || isOneOfFew));
  const count = items.length;
  return (
    <section aria-label={name} className="min-w-0 border-t border-line first:border-t-0">
      <div className={clsx("grid min-h-10 items-center gap-y-1 px-2 py-0.5", runColumns)}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={t("filesOf", { name, count })}
          onClick={() => choose(!isOpen)}
          className="target-small flex w-full min-w-0 cursor-pointer items-center gap-2 rounded-md text-left hover:bg-sunken"
        >
          <ControlIcon name="down" className={clsx("size-4 text-ink-muted", !isOpen && "-rotate-90")} />
          <bdi className="min-w-0 grow truncate font-medium md:hidden">{title}</bdi>
          <span className="figures shrink-0 text-sm text-ink-muted md:hidden">{t("count", { count })}</span>
        </button>
        <div className={clsx("gap-1 pb-1 md:contents", isOpen ? "grid" : "max-md:hidden")}>{children}</div>
        <Summary items={items} />
      </div>
      {isOpen && (
        <ul id={id} role="list" className="md:ps-7">
          {items.map((item) => (
            <FileRow key={item.key} runs={shared.visit.files.runs} item={item} {...shared} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** How many files, and of which tracks; of one alone, its name. */
function Summary({ items }: { items: readonly ReadyItem[] }) {
  const t = useTranslations("imports.form");
  const names = items.map((item) => item.name);
  const tracks = new Set(
    items.flatMap(({ fields, upload }) => fields.track.trim() || (upload.guess.tracks ?? [])),
  );
  const count = items.length;
  const [only = ""] = names;
  return (
    <span title={names.join(", ")} className="figures truncate text-sm text-ink-muted max-md:hidden">
      {count === 1 ? (
        <bdi>{only}</bdi>
      ) : tracks.size === 0 ? (
        t("count", { count })
      ) : (
        t("countOf", { count, tracks: [...tracks].join(", ") })
      )}
    </span>
  );
}

type FoldProps = {
  runs: readonly Run[];
  count: number;
  isFolded: boolean;
  isAsked: boolean;
  children: ReactNode;
};

/** One row for all runs of a model, where there are many; what has to be filled in is never folded away. */
function ModelFold({ runs, count, isFolded, isAsked, children }: FoldProps) {
  const t = useTranslations("imports.form");
  const [chosen, choose] = useState<boolean | null>(null);
  const [wasAsked, setAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setAsked(true);
  if (!isFolded) return children;
  const isOpen = isAsked || (chosen ?? wasAsked);
  const of = (key: "model" | "method") => [...new Set(runs.map((run) => run[key]))].join(", ");
  return (
    <div className="min-w-0 border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => choose(!isOpen)}
        className="flex min-h-10 w-full min-w-0 cursor-pointer items-center gap-3 px-2 text-left hover:bg-sunken max-sm:min-h-11"
      >
        <ControlIcon name="down" className={clsx("size-4 text-ink-muted", !isOpen && "-rotate-90")} />
        <bdi className="min-w-0 truncate font-medium">{of("model")}</bdi>
        <bdi className="min-w-0 grow truncate text-sm text-ink-muted max-sm:hidden">{of("method")}</bdi>
        <span className="figures shrink-0 text-sm text-ink-muted">{t("count", { count })}</span>
      </button>
      {isOpen && <div className="border-t border-line">{children}</div>}
    </div>
  );
}
