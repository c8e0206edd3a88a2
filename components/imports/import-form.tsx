"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, useId, useState, useTransition, type ReactNode } from "react";
import { jobPath, uploadsAddress } from "#lib/paths.ts";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { CheckBar, ComingFiles, LeftFiles } from "#components/imports/coming-files.tsx";
import { DropZone } from "#components/imports/drop-zone.tsx";
import {
  bytesInWords,
  casesGroup,
  emptyDetails,
  filesIn,
  groupByModel,
  type InterviewDetails,
  isAsking,
  isIncomplete,
  isReady,
  isReplicateWrong,
  lacksModel,
  lacksTrack,
  listMissing,
  mayNameModel,
  type ReadyItem,
  type Run,
  type RunGroup,
  toImportRequest,
} from "#components/imports/file-groups.ts";
import { InterviewFiles } from "#components/imports/interview-files.tsx";
import { discardUpload, type FilesOfVisit, useFiles } from "#components/imports/use-files.ts";
import {
  FileRow,
  listIds,
  RowInput,
  type SuggestedValues,
  SuggestionLists,
  type Suggestions,
} from "#components/imports/file-row.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { requestCaseImport, requestResultImport } from "#lib/imports/actions.ts";
import { succeed } from "#lib/result.ts";
import clsx from "clsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { maxReplicate } from "#lib/model-runs/schema.ts";
import type { UploadedFile } from "#lib/uploads/schema.ts";

type Props = {
  slug: string;
  /** What was uploaded before and is neither stored nor thrown away. */
  uploads: readonly UploadedFile[];
  limitBytes: number;
  suggest: SuggestedValues;
};

export function ImportForm({ slug, uploads, limitBytes, suggest }: Props) {
  const t = useTranslations("imports.form");
  const address = uploadsAddress(slug);
  const id = useId();
  const visit = useFiles(address, limitBytes);
  const [left, setLeft] = useState(uploads);
  const { items } = visit.files;
  const ready = items.filter(isReady).length;
  const described = toImportRequest(visit.files);
  const [details, setDetails] = useState(emptyDetails);
  const untold = Object.values(listMissing(visit.files, details)).some(Boolean);
  const check = useCheck(slug, ready > 0 && (untold || isIncomplete(visit.files)), { ...described, details });
  const lists = listIds(id);
  return (
    <form onSubmit={check.submit} noValidate className="grid gap-4">
      <DropZone isSlim={items.length > 0} limit={bytesInWords(limitBytes)} onFiles={visit.add} />
      <SuggestionLists lists={lists} suggest={suggest} />
      <LeftFiles
        uploads={left}
        onContinue={() => {
          visit.takeUp(left);
          setLeft([]);
        }}
        onDiscard={() => {
          for (const upload of left) void discardUpload(address, upload.id);
          setLeft([]);
        }}
      />
      {items.length > 0 && (
        <section aria-labelledby={`${id}-files`} className="grid gap-3">
          <h2 id={`${id}-files`} className="sr-only">
            {t("files")}
          </h2>
          <FileList visit={visit} limitBytes={limitBytes} lists={lists} showErrors={check.isTried} />
          <InterviewFiles
            visit={visit}
            details={details}
            lists={lists}
            onDetails={(part) => setDetails({ ...details, ...part })}
            showErrors={check.isTried}
          />
          {described.cases.length > 0 && described.results.length > 0 && (
            <Callout title={t("mixedTitle")}>{t("mixed")}</Callout>
          )}
        </section>
      )}
      <CheckBar
        all={items.length}
        ready={ready}
        isMoving={items.some(({ state }) => state === "waiting" || state === "sending")}
        busy={check.pending}
        problem={check.problem}
      />
    </form>
  );
}

type ImportRequest = ReturnType<typeof toImportRequest> & { details: InterviewDetails };

/** Asks for the checks, once nothing is missing, and leads to the first of them. */
function useCheck(slug: string, incomplete: boolean, described: ImportRequest) {
  const t = useTranslations("imports.form");
  const router = useRouter();
  const refusalOf = useRefusal();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ActionState>(null);
  const [pending, startTransition] = useTransition();
  const isMixed = described.interviews.length > 0 && described.cases.length + described.results.length > 0;

  async function check(): Promise<void> {
    const requested = await requestChecks(slug, described);
    if (!requested.ok) return setRefused(requested);
    const [first = "", second] = requested.value;
    router.push(jobPath(slug, first) + (second ? `?also=${second}` : ""));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { cases, results, interviews } = described;
    if (pending || cases.length + results.length + interviews.length === 0) return;
    setTried(true);
    setRefused(null);
    if (!incomplete && !isMixed) startTransition(check);
  }

  const twins = refused && !refused.ok && refused.error === "same_bytes" ? refused.fields : null;
  const missing = isTried && incomplete ? t("incomplete") : null;
  const alone = isTried && isMixed ? t("interviewsAlone") : null;
  const problem = twins ? t("sameBytes", { first: "", second: "", ...twins }) : refusalOf(refused);
  return { submit, isTried, pending, problem: problem ?? missing ?? alone };
}

const actions = {
  cases: requestCaseImport,
  interviews: requestCaseImport,
  results: requestResultImport,
} as const;

/** A job for each purpose that has files; what was refused, if anything was. */
async function requestChecks(
  slug: string,
  described: ReturnType<typeof toImportRequest> & { details: InterviewDetails },
) {
  const jobs: string[] = [];
  for (const purpose of ["cases", "interviews", "results"] as const) {
    if (described[purpose].length === 0) continue;
    const form = new FormData();
    form.set("slug", slug);
    form.set("mode", "check");
    form.set("skipBad", "false");
    form.set("files", JSON.stringify(described[purpose]));
    if (purpose === "interviews") form.set("interviews", JSON.stringify(described.details));
    const asked = await actions[purpose](null, form);
    if (!asked.ok) return asked;
    jobs.push(asked.value.jobId);
  }
  return succeed(jobs);
}

type FileListProps = { visit: FilesOfVisit; limitBytes: number; showErrors: boolean; lists: Suggestions };

/** Up to so many are all shown. */
const fewFiles = 8;

const boxLook = "min-w-0 rounded-lg border border-line bg-raised";

/** A row a run, and its files folded away where there are many: what is checked is seen at a glance. */
function FileList({ visit, limitBytes, showErrors, lists }: FileListProps) {
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

type RunProps = Omit<FileListProps, "limitBytes"> & { isOneOfFew: boolean; run: RunGroup; name: string };

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

/** Columns of the runs and their heads: the key that unfolds, what is said of a run, its files. */
const runColumns =
  "md:grid md:grid-cols-[1.75rem_minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)_5.5rem_9.5rem_minmax(0,1.4fr)] md:gap-x-3";

const fields = ["model", "method", "version", "replicate", "ranAt"] as const;

/** Once above all runs. */
function RunHeads() {
  const t = useTranslations("imports.fields");
  return (
    <div
      aria-hidden
      className={clsx(
        "hidden min-h-8 items-center rounded-t-lg bg-sunken px-2 text-sm font-semibold",
        runColumns,
      )}
    >
      <span />
      {fields.map((name) => (
        <span key={name} className="px-2">
          {t(name)}
        </span>
      ))}
      <span>{t("files")}</span>
    </div>
  );
}

type RunColumnsProps = {
  run: RunGroup;
  /** Whether the lines of its files may name the model themselves. */
  mayBeUnnamed: boolean;
  isMissing: boolean;
  /** Its replicate is no number that a replicate has. */
  isWrong: boolean;
  lists: Suggestions;
  onRun: (part: Partial<Run>) => void;
};

/** Which model made the files of a group, how, and when: once for all of them. */
function RunFields({ run, mayBeUnnamed, isMissing, isWrong, lists, onRun }: RunColumnsProps) {
  const t = useTranslations("imports.fields");
  const id = useId();
  const errorId = isMissing ? `${id}-error` : null;
  const replicateErrorId = isWrong ? `${id}-replicate-error` : null;
  const inputs: Readonly<Record<(typeof fields)[number], Partial<ComponentProps<typeof RowInput>>>> = {
    model: {
      errorId,
      placeholder: mayBeUnnamed ? t("modelInLines") : "",
      list: lists.models,
      maxLength: 200,
    },
    method: { list: lists.methods, maxLength: 100 },
    version: { maxLength: 200 },
    replicate: { errorId: replicateErrorId, inputMode: "numeric", maxLength: 5 },
    ranAt: { type: "date" },
  };
  const errors = [
    [errorId, t("modelMissing")],
    [replicateErrorId, t("replicateWrong", { most: maxReplicate })],
  ] as const;
  return (
    <>
      {fields.map((name) => (
        <span key={name} className="flex min-w-0 items-center gap-2">
          <span aria-hidden className="w-20 shrink-0 text-sm text-ink-muted md:hidden">
            {t(name)}
          </span>
          <RowInput
            label={t(name)}
            value={run[name]}
            onText={(value) => onRun({ [name]: value })}
            {...inputs[name]}
          />
        </span>
      ))}
      {errors.map(
        ([place, words]) =>
          place && (
            <p
              key={place}
              id={place}
              className="order-last text-sm font-medium text-danger md:col-span-5 md:col-start-2"
            >
              {words}
            </p>
          ),
      )}
    </>
  );
}
