import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { StudyToGoAlong } from "#lib/benchmark-folders/folder-queries.ts";
import type { FolderRequest } from "#lib/benchmark-folders/schema.ts";
import { benchmarkExportAddress, folderExportPath } from "#lib/paths.ts";

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type Props = {
  slug: string;
  studies: readonly StudyToGoAlong[];
  given: SearchParams;
  issues: readonly { path: PropertyKey[]; message: string }[];
};

const fields = ["release", "licence", "creator", "contact", "address"] as const;
const usual: Readonly<Record<string, string>> = { release: "1.0.0" };
const told = ["too_long", "wrong_character", "wrong_release", "wrong_address"] as const;

/** Whose answers go along, and what is said: it needs no script, and all of it stands in the address. */
export function FolderForm({ slug, studies, given, issues }: Props) {
  const t = useTranslations("benchmarkFolders.form");
  const errorOf = (name: string) => {
    const issue = issues.find(({ path }) => path[0] === name);
    if (!issue) return undefined;
    return t(`errors.${told.find((one) => one === issue.message) ?? "empty"}`);
  };
  const valueOf = (name: string) => [given[name]].flat()[0] ?? usual[name] ?? "";
  return (
    <form action={folderExportPath(slug)} className="grid max-w-3xl min-w-0 gap-6">
      <StudyBoxes studies={studies} chosen={[given["study"]].flat()} error={errorOf("study")} />
      {fields.map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`${name}.label`)}
          hint={t(`${name}.hint`)}
          error={errorOf(name)}
          defaultValue={valueOf(name)}
          autoComplete="off"
          className={name === "release" ? "max-w-40" : ""}
        />
      ))}
      <TextAreaField
        name="limits"
        label={t("limits.label")}
        hint={t("limits.hint")}
        error={errorOf("limits")}
        defaultValue={valueOf("limits")}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        {t("submit")}
      </Button>
    </form>
  );
}

type BoxesProps = {
  studies: readonly StudyToGoAlong[];
  chosen: readonly (string | undefined)[];
  error: ReactNode;
};

function StudyBoxes({ studies, chosen, error }: BoxesProps) {
  const t = useTranslations("benchmarkFolders.form");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{t("studies")}</legend>
      <p className="measure text-sm text-ink-muted">{t(studies.length > 0 ? "studiesAbout" : "noStudies")}</p>
      <ul role="list" className="grid gap-1">
        {studies.map((study) => (
          <li key={study.slug}>
            <StudyBox study={study} isChosen={chosen.includes(study.slug)} />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function StudyBox({ study, isChosen }: { study: StudyToGoAlong; isChosen: boolean }) {
  const t = useTranslations("benchmarkFolders.form");
  const format = useFormatter();
  const { slug, title, isDemo, closedAt, hasSimulated, people, changed } = study;
  const may = changed === 0 && people > 0;
  const date = format.dateTime(closedAt, { dateStyle: "medium" });
  return (
    <label className="target flex items-start gap-3 py-1">
      <input
        type="checkbox"
        name="study"
        value={slug}
        defaultChecked={isChosen && may}
        disabled={!may}
        className="size-6 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-3">
          <bdi className="wrap-anywhere">{title}</bdi>
          {isDemo && <Badge tone="info">{t("demo")}</Badge>}
          {hasSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
        </span>
        <span className="text-sm text-ink-muted">
          {changed > 0 ? t("changed", { count: changed }) : t("closed", { date, people })}
        </span>
      </span>
    </label>
  );
}

/** The card as the folder has it, and the folder itself. */
export async function FolderCard({
  slug,
  request: { study, address, ...said },
  card,
}: {
  slug: string;
  request: FolderRequest;
  card: string;
}) {
  const t = await getTranslations("benchmarkFolders.card");
  const query = new URLSearchParams({ ...said, ...(address && { address }) });
  for (const one of study) query.append("study", one);
  return (
    <section aria-labelledby="folder-card" className="grid min-w-0 gap-4">
      <h3 id="folder-card" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure">{t("about")}</p>
      <p>
        <ButtonLink
          href={`${benchmarkExportAddress(slug, "folder.zip")}?${query}`}
          variant="primary"
          download
        >
          {t("download")}
        </ButtonLink>
      </p>
      <p className="measure text-sm text-ink-muted">{t("verify")}</p>
      <pre
        dir="auto"
        lang="en"
        className="max-h-[40rem] overflow-auto rounded-md border border-line bg-raised p-4 text-sm wrap-anywhere whitespace-pre-wrap"
        // A part that scrolls is reached by keys.
        tabIndex={0}
        aria-label={t("title")}
      >
        {card}
      </pre>
    </section>
  );
}
