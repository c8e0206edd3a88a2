"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ComingRow } from "#components/imports/coming-row.tsx";
import { casesGroup, filesIn, lacksModel } from "#components/imports/file-groups.ts";
import { FileRow } from "#components/imports/file-row.tsx";
import { isReady, mayBeUnnamed, type ReadyItem } from "#components/imports/item.ts";
import { RunFields } from "#components/imports/run-fields.tsx";
import type { Suggestions } from "#components/imports/suggestion-lists.tsx";
import type { FilesOfVisit } from "#components/imports/use-files.ts";

type Props = { visit: FilesOfVisit; limitBytes: number; showErrors: boolean; lists: Suggestions };

/** A row a file, under what is said once for all files of a group. */
export function FileList({ visit, limitBytes, showErrors, lists }: Props) {
  const t = useTranslations("imports.form");
  const { files } = visit;
  const coming = files.items.filter((item) => !isReady(item));
  const cases = filesIn(files, casesGroup);
  const rows = (items: readonly ReadyItem[]) =>
    items.map((item) => <FileRow key={item.key} runs={files.runs} {...{ item, showErrors, lists, visit }} />);
  return (
    <>
      {coming.length > 0 && (
        <ul role="list" aria-label={t("coming")} className="rounded-lg border border-line bg-raised">
          {coming.map((item) => (
            <ComingRow
              key={item.key}
              {...{ item, limitBytes }}
              canRetry={visit.canRetry(item)}
              onStop={() => visit.stop(item.key)}
              onRetry={() => visit.retry(item.key)}
              onRemove={() => void visit.remove(item)}
            />
          ))}
        </ul>
      )}
      {cases.length > 0 && (
        <Group name={t("cases")} count={cases.length} head={<strong className="grow">{t("cases")}</strong>}>
          {rows(cases)}
        </Group>
      )}
      {files.runs.map((run) => {
        const items = filesIn(files, run.id);
        const name = run.model.trim() === "" ? t("unnamed") : run.model;
        return (
          <Group
            key={run.id}
            name={t("run", { name })}
            count={items.length}
            head={
              <RunFields
                {...{ run, lists }}
                mayBeUnnamed={items.every(mayBeUnnamed)}
                isMissing={showErrors && lacksModel(files, run)}
                onRun={(part) => visit.setRun(run.id, part)}
              />
            }
          >
            {rows(items)}
          </Group>
        );
      })}
    </>
  );
}

type GroupProps = { name: string; count: number; head: ReactNode; children: ReactNode };

function Group({ name, count, head, children }: GroupProps) {
  const t = useTranslations("imports.form");
  return (
    <section aria-label={name} className="min-w-0 rounded-lg border border-line bg-raised">
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 rounded-t-lg bg-sunken px-3 py-1">
        {head}
        <span className="figures shrink-0 text-sm text-ink-muted">{t("count", { count })}</span>
      </div>
      <ul role="list">{children}</ul>
    </section>
  );
}
