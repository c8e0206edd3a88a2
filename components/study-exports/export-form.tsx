import { getTranslations } from "next-intl/server";
import { studyExportAddress, manifestAddress } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import type { PeopleAsModel } from "#lib/study-exports/people-as-model/people-as-model.ts";
import {
  exportFormats,
  exportKinds,
  exportPopulations,
  numberings,
  textChoices,
  type ExportFileName,
  type ExportPopulation,
} from "#lib/study-exports/schema.ts";
import type { UnloggedReason } from "#lib/task-kinds/exports.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import clsx from "clsx";
import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";
import { CodingForm } from "#components/study-exports/coding-form.tsx";
import { codedChoices, ownBook } from "#lib/imports/coding/schema.ts";

type Props = {
  slug: string;
  /** The same for every file that is taken from this page. */
  drawnBy: string;
  /** Whose answers can be had; the first as usual. */
  whos: readonly ExportPopulation[];
  /** What people decided, as results of a model: a file for each track with counted answers. */
  models: readonly Pick<PeopleAsModel, "track" | "ending">[];
  /** The same as other tools log it. */
  logs: LogsOffered;
};

const asked = ["who", "numbers", "texts"] as const;

/** One plain form: its buttons differ in the address they send it to. */
export async function ExportForm({ slug, drawnBy, whos, models, logs }: Props) {
  const t = await getTranslations("resultsExport");
  const to = (file: ExportFileName) => studyExportAddress(slug, file);
  return (
    <form method="get" action={to("csv.zip")} className="grid min-w-0 gap-8">
      <input type="hidden" name="key" value={drawnBy} />
      {whos.length === 1 && <input type="hidden" name="who" value={whos[0]} />}
      <Choices whos={whos} />
      <section className="grid min-w-0 gap-3">
        <h2 className="text-xl font-semibold">{t("all.title")}</h2>
        <p className="measure text-ink-muted">{t("all.body")}</p>
        <p className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary">
            {t("all.csv")}
          </Button>
          <Button type="submit" formAction={to("jsonl.zip")}>
            {t("all.jsonl")}
          </Button>
          <Button type="submit" formAction={to("parquet.zip")}>
            {t("all.parquet")}
          </Button>
        </p>
      </section>
      <SingleFiles slug={slug} models={models} logs={logs} />
    </form>
  );
}

async function Choices({ whos }: Pick<Props, "whos">) {
  const t = await getTranslations("resultsExport");
  const choices = {
    numbers: numberings,
    texts: textChoices,
    who: exportPopulations.filter((who) => whos.includes(who)),
  };
  return (
    <fieldset className="grid max-w-2xl min-w-0 gap-5">
      <legend className="mb-3 text-xl font-semibold">{t("choices.title")}</legend>
      {(whos.length > 1 ? asked : asked.slice(1)).map((name) => (
        <SelectField
          key={name}
          name={name}
          label={t(`choices.${name}.label`)}
          hint={t(`choices.${name}.hint`)}
          defaultValue={name === "who" ? whos[0] : undefined}
        >
          {choices[name].map((value) => (
            <option key={value} value={value}>
              {t(`choices.${name}.${value}` as Parameters<typeof t>[0])}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}

async function SingleFiles({ slug, models, logs }: Pick<Props, "slug" | "models" | "logs">) {
  const t = await getTranslations("resultsExport");
  const to = (file: ExportFileName) => studyExportAddress(slug, file);
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("files.title")}</h2>
      <p className="measure text-ink-muted">{t("files.body")}</p>
      <ul className="divide-y divide-line rounded-md border border-line bg-raised">
        {exportKinds.map((kind) => (
          <File key={kind} name={t(`files.kinds.${kind}.name`)} holds={t(`files.kinds.${kind}.holds`)}>
            {exportFormats.map((format) => (
              <Take key={format} to={to(`${kind}.${format}`)} of={t(`files.kinds.${kind}.name`)}>
                {t(`files.${format}`)}
              </Take>
            ))}
          </File>
        ))}
        {[...Map.groupBy(models, ({ ending }) => ending)].map(([ending, ofTracks]) => (
          <File key={ending} name={t("files.kinds.model.name")} holds={t(`files.kinds.model.${ending}`)}>
            {ofTracks.map(({ track }) => (
              <Take
                key={track}
                to={to(`people-as-model.${ending}`)}
                of={t("files.kinds.model.name")}
                track={track}
              >
                {track}
              </Take>
            ))}
          </File>
        ))}
        <LogFiles to={to} logs={logs} />
        <File name={t("files.kinds.codebook.name")} holds={t("files.kinds.codebook.holds")}>
          <Take to={to("codebook.md")} of={t("files.kinds.codebook.name")}>
            {t("files.markdown")}
          </Take>
        </File>
      </ul>
    </section>
  );
}

type LogsOffered = {
  tracks: readonly string[];
  /** Kinds of the study that no log can hold, and why. */
  unlogged: readonly { kind: KindName; why: UnloggedReason }[];
};

const forms = [
  ["people-as-log.eval", "participants"],
  ["consensus-as-log.eval", "consensus"],
] as const;

/** People as other tools log a model: for each track, and what can't be had with the reason. */
async function LogFiles({ to, logs }: { to: (file: ExportFileName) => string; logs: LogsOffered }) {
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

type FileProps = {
  name: string;
  holds: ReactNode;
  /** Too many buttons to stand beside the words. */
  isLong?: boolean;
  children: ReactNode;
};

/** A line of the list of files: what it holds, and a button for each form that it can be had in. */
function File({ name, holds, isLong = false, children }: FileProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-4 py-0.75 max-lg:py-2 sm:grid-cols-[9rem_1fr] lg:grid-cols-[9rem_1fr_auto]">
      <h3 className="font-medium">{name}</h3>
      <div className={clsx("text-sm text-ink-muted", isLong && "lg:col-span-2")}>{holds}</div>
      <p
        className={clsx(
          "flex flex-wrap items-start gap-2 sm:col-start-2",
          isLong ? "lg:col-end-4" : "lg:col-start-3",
        )}
      >
        {children}
      </p>
    </li>
  );
}

/** What it is of stands in the row; who hears the button alone is told too. */
function Take({ to, of, track, children }: { to: string; of: string; track?: string; children: string }) {
  return (
    <Button
      type="submit"
      size="small"
      formAction={to}
      {...(track === undefined ? {} : { name: "track", value: track })}
    >
      <span className="sr-only">{of}:</span>
      <bdi>{children}</bdi>
    </Button>
  );
}

type CodingProps = {
  slug: string;
  /** Code books that have a name in the product. */
  books: readonly { name: string; count: number }[];
};

/** What was written goes on as cases of a benchmark. */
export async function Coding({ slug, books }: CodingProps) {
  const t = await getTranslations("resultsExport.coding");
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("title")}</h2>
      <p className="measure text-ink-muted">{t("body")}</p>
      <ClientWords of={["resultsExport.coding", "shell"]}>
        <CodingForm slug={slug} books={books} choices={codedChoices} own={ownBook} />
      </ClientWords>
    </section>
  );
}

/** The same for who writes programs. */
export async function OtherWays({ slug }: { slug: string }) {
  const t = await getTranslations("resultsExport.ways");
  const ways = {
    commandLine: `npm run benchside -- study export ${slug} --out ${slug}-export`,
    api: `GET /api/v1/studies/${slug}/answers`,
  };
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("title")}</h2>
      {(["commandLine", "api"] as const).map((way) => (
        <div key={way} className="grid min-w-0 gap-1">
          <p className="measure">{t(way)}</p>
          <code className="rounded-md bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">{ways[way]}</code>
        </div>
      ))}
      <p className="measure">
        {t.rich("manifest", {
          link: (words) => (
            <a href={manifestAddress(slug)} download className="text-accent underline">
              {words}
            </a>
          ),
        })}
      </p>
    </section>
  );
}
