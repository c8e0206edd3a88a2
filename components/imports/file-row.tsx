"use client";

import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, useId } from "react";
import {
  bytesInWords,
  casesGroup,
  type Item,
  lacksFilter,
  lacksTrack,
  type ReadyItem,
  type RunGroup,
} from "#components/imports/file-groups.ts";
import type { FilesOfVisit } from "#components/imports/use-files.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icons.tsx";
import { type EpochMethod, epochMethods } from "#lib/model-runs/schema.ts";

type Props = {
  item: ReadyItem;
  runs: readonly RunGroup[];
  showErrors: boolean;
  /** The ids of the lists that the fields offer. */
  lists: Suggestions;
  visit: FilesOfVisit;
};

/** A file that is here: what it is was guessed, and is for somebody to look at and correct. */
export function FileRow({ item, runs, showErrors, lists, visit }: Props) {
  const t = useTranslations("imports.fields");
  const file = useTranslations("imports.file");
  const id = useId();
  const { name } = item;
  const errorId = showErrors && lacksTrack(item) ? `${id}-error` : null;
  const filterErrorId = showErrors && lacksFilter(item) ? `${id}-filter-error` : null;
  return (
    <li className="border-t border-line">
      <div
        role="group"
        aria-label={t("group", { name })}
        className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-0.5 sm:grid sm:grid-cols-[minmax(0,1fr)_10rem_5rem_12rem_2.5rem]"
      >
        <FileName item={item} />
        <TrackField item={item} lists={lists} visit={visit} errorId={errorId} />
        <OwnField item={item} lists={lists} visit={visit} errorId={filterErrorId} />
        <Belongs item={item} runs={runs} visit={visit} />
        <RowButton
          sign="cross"
          label={file("removeNamed", { name })}
          onClick={() => void visit.remove(item)}
        />
        <EpochsField item={item} visit={visit} />
        <RowError id={errorId}>{t("trackMissing")}</RowError>
        <RowError id={filterErrorId}>{t("filterMissing")}</RowError>
      </div>
    </li>
  );
}

const RowError = ({ id, children }: { id: string | null; children: string }) =>
  id && (
    <p id={id} className="col-span-full text-sm font-medium text-danger max-sm:basis-full">
      {children}
    </p>
  );

type OwnProps = Pick<Props, "item" | "lists" | "visit"> & { errorId: string | null };

/** Its lines may name their tracks; the harness's results hold nothing but the name of the model. */
function TrackField({ item: { key, fields, upload }, lists, visit, errorId }: OwnProps) {
  const t = useTranslations("imports.fields");
  const format = useFormatter();
  const { tracks = [], harness } = upload.guess;
  if (harness?.isResults === true)
    return (
      <span className="px-2 text-sm text-ink-muted max-sm:flex-1 max-sm:basis-28">{t("namesModel")}</span>
    );
  return (
    <RowInput
      label={t("track")}
      placeholder={tracks.length > 0 ? t("ownTracks", { tracks: format.list(tracks) }) : t("track")}
      value={fields.track}
      onText={(track) => visit.setFields(key, { track })}
      list={lists.tracks}
      maxLength={60}
      className="max-sm:flex-1 max-sm:basis-28"
      errorId={errorId}
    />
  );
}

/** What only some files are asked: a file of cases its language, a log with several filters which of them counts. */
function OwnField({ item: { key, group, fields, upload }, lists, visit, errorId }: OwnProps) {
  const t = useTranslations("imports.fields");
  const { filters = [] } = upload.guess;
  if (group === casesGroup)
    return (
      <RowInput
        label={t("language")}
        title={t("languageHint")}
        value={fields.language}
        onText={(language) => visit.setFields(key, { language })}
        list={lists.languages}
        maxLength={35}
        className="max-sm:flex-1 max-sm:basis-16"
      />
    );
  if (filters.length < 2) return <span className="max-sm:hidden" />;
  return (
    <select
      aria-label={t("filter")}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId ?? undefined}
      value={fields.filter}
      onChange={({ target }) => visit.setFields(key, { filter: target.value })}
      className={`${rowControlClass} truncate max-sm:flex-1 max-sm:basis-28`}
    >
      <option value="">{t("chooseFilter")}</option>
      {filters.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

/** Several answers to each case: runs of their own, or one that is self-consistent; it is called so where nobody named its method. */
function EpochsField({ item: { key, group, fields, upload }, visit }: Pick<OwnProps, "item" | "visit">) {
  const t = useTranslations("imports.fields");
  const { epochs = 1 } = upload.guess;
  if (epochs < 2 || group === casesGroup) return null;
  const choose = (way: EpochMethod) => {
    visit.setFields(key, { epochs: way });
    const run = visit.files.runs.find(({ id }) => id === group);
    if (way !== "runs" && run?.method === "zero-shot")
      visit.setRun(group, { method: `self-consistency ${epochs}` });
  };
  return (
    <label className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-sm text-ink-muted max-sm:basis-full">
      {t("epochs", { count: epochs })}
      <select
        value={fields.epochs}
        onChange={({ target }) => choose(target.value as EpochMethod)}
        className={`${rowControlClass} sm:max-w-72`}
      >
        {epochMethods.map((way) => (
          <option key={way} value={way}>
            {t(`epochWays.${way}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** To the cases, to a run of a model that is there, or to one of its own. */
function Belongs({ item: { key, group }, runs, visit }: Pick<Props, "item" | "runs" | "visit">) {
  const t = useTranslations("imports.fields");
  return (
    <select
      aria-label={t("belongs")}
      value={group}
      onChange={({ target }) => visit.moveTo(key, target.value === "" ? null : target.value)}
      className={`${rowControlClass} truncate max-sm:flex-1 max-sm:basis-28`}
    >
      <option value={casesGroup}>{t("purposes.cases")}</option>
      {runs.map(({ id, model, method }) => (
        <option key={id} value={id}>
          {model.trim() === ""
            ? t("noModel")
            : t("resultsOf", { model: method === "" ? model : `${model} · ${method}` })}
        </option>
      ))}
      <option value="">{t("otherModel")}</option>
    </select>
  );
}

export function FileName({ item: { name, bytes } }: { item: Pick<Item, "name" | "bytes"> }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2 max-sm:col-span-full max-sm:basis-full">
      <bdi title={name} className="min-w-0 truncate font-medium">
        {name}
      </bdi>
      <span className="figures shrink-0 text-sm text-ink-muted">{bytesInWords(bytes)}</span>
    </span>
  );
}

// Controls of a row of 40 pixels.

export const rowControlClass =
  "min-h-8 w-full min-w-0 rounded-md border border-edge bg-raised px-2 text-sm text-ink placeholder:text-ink-muted " +
  "aria-invalid:border-2 aria-invalid:border-danger max-sm:min-h-11 pointer-coarse:min-h-11";

type InputProps = Omit<ComponentProps<"input">, "onChange"> & {
  label: string;
  onText: (text: string) => void;
  /** Where its error stands, if it has one. */
  errorId?: string | null;
};

/** Its label is said, and stands at the head of the rows. */
export const RowInput = ({ label, onText, errorId, className, ...rest }: InputProps) => (
  <input
    aria-label={label}
    aria-invalid={errorId ? true : undefined}
    aria-describedby={errorId ?? undefined}
    onChange={(event) => onText(event.target.value)}
    autoComplete="off"
    spellCheck={false}
    className={clsx(rowControlClass, className)}
    {...rest}
  />
);

type ButtonProps = { sign: IconName; label: string; onClick: () => void };

/** A sign, with its words for those who need them. */
export const RowButton = ({ sign, label, onClick }: ButtonProps) => (
  <Button size="small" variant="quiet" className="px-2" aria-label={label} title={label} onClick={onClick}>
    <Icon name={sign} className="size-4" />
  </Button>
);

/** For each field the id of the list that it offers while one types. */
export type Suggestions = { tracks: string; languages: string; models: string; methods: string };

export type SuggestedValues = Readonly<Record<keyof Suggestions, readonly string[]>>;

export const listIds = (id: string): Suggestions => ({
  tracks: `${id}-tracks`,
  languages: `${id}-languages`,
  models: `${id}-models`,
  methods: `${id}-methods`,
});

/** Once for all rows. */
export function SuggestionLists({ lists, suggest }: { lists: Suggestions; suggest: SuggestedValues }) {
  return (Object.keys(lists) as (keyof Suggestions)[]).map((name) => (
    <datalist key={name} id={lists[name]}>
      {suggest[name].map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  ));
}
