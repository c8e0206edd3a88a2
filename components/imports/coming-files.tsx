"use client";

import { useTranslations } from "next-intl";
import { bytesInWords, type Item } from "#components/imports/file-groups.ts";
import { FileName } from "#components/imports/file-row.tsx";
import type { FilesOfVisit } from "#components/imports/use-files.ts";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { Icon } from "#components/ui/icons.tsx";
import type { UploadedFile } from "#lib/uploads/schema.ts";

type Sent = { limitBytes: number; visit: FilesOfVisit };

/** More that wait for their turn than this are only counted, until somebody wants to see them. */
const maxWaiting = 3;

/** Files that are on their way, or didn't come through. */
export function ComingFiles({ items, limitBytes, visit }: Sent & { items: readonly Item[] }) {
  const t = useTranslations("imports.form");
  const waiting = items.filter(({ state }) => state === "waiting");
  const first = items.filter(({ state }) => state !== "waiting");
  const isFolded = waiting.length > maxWaiting;
  const rows = (some: readonly Item[]) =>
    some.map((item) => <ComingRow key={item.key} item={item} limitBytes={limitBytes} visit={visit} />);
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised">
      <ul role="list" aria-label={t("coming")}>
        {rows(isFolded ? first : items)}
      </ul>
      {isFolded && (
        <details className="border-t border-line">
          <summary className="target-small content-center px-3 text-sm text-ink-muted">
            {t("waiting", { count: waiting.length })}
          </summary>
          <ul role="list">{rows(waiting)}</ul>
        </details>
      )}
    </div>
  );
}

/** A file that is on its way, or didn't come through. */
function ComingRow({ item, limitBytes, visit }: Sent & { item: Item }) {
  const t = useTranslations("imports.file");
  const { name, state } = item;
  const isFailed = state === "failed";
  const isOffered = { stop: !isFailed, retry: isFailed && visit.canRetry(item), remove: isFailed };
  const act = {
    stop: () => visit.stop(item.key),
    retry: () => visit.retry(item.key),
    remove: () => void visit.remove(item),
  };
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-3 py-0.5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
      <FileName item={item} />
      {isFailed ? <Problem item={item} limitBytes={limitBytes} /> : <Sending item={item} />}
      <span className="flex justify-end gap-1">
        {(["stop", "retry", "remove"] as const)
          .filter((one) => isOffered[one])
          .map((one) => (
            <Button
              key={one}
              size="small"
              variant="quiet"
              onClick={act[one]}
              aria-label={t(`${one}Named`, { name })}
            >
              {t(one)}
            </Button>
          ))}
      </span>
    </li>
  );
}

function Sending({ item: { name, bytes, sent, state } }: { item: Item }) {
  const t = useTranslations("imports.file");
  if (state === "waiting") return <span className="text-sm text-ink-muted">{t("waiting")}</span>;
  return (
    <span className="flex items-center gap-3">
      <progress
        aria-label={t("sending", { name })}
        value={sent}
        max={Math.max(bytes, 1)}
        className="h-2 w-32 overflow-hidden rounded-full"
      />
      <span className="figures text-sm text-ink-muted">
        {t("sent", { sent: bytesInWords(sent), bytes: bytesInWords(bytes) })}
      </span>
    </span>
  );
}

function Problem({ item: { bytes, problem }, limitBytes }: { item: Item; limitBytes: number }) {
  const t = useTranslations("imports");
  const key = `uploadErrors.${problem?.error ?? "unknown"}` as "uploadErrors.too_large";
  const sizes = { size: bytesInWords(bytes), limit: bytesInWords(limitBytes) };
  const words = t.has(key) ? t(key, sizes) : (problem?.message ?? t("uploadErrors.unknown"));
  return (
    <span className="flex items-start gap-1.5 text-sm text-danger max-sm:col-span-full">
      <Icon name="warning" className="mt-0.5 size-4" />
      <span>
        <strong className="font-semibold">{t("file.failed")}</strong> {words}
      </span>
    </span>
  );
}

/** What an earlier visit brought and neither stored nor threw away: no part of this import until somebody says so. */
export function LeftFiles({
  uploads,
  onContinue,
  onDiscard,
}: {
  uploads: readonly UploadedFile[];
  onContinue: () => void;
  onDiscard: () => void;
}) {
  const t = useTranslations("imports.left");
  if (uploads.length === 0) return null;
  const count = uploads.length;
  return (
    <section
      aria-labelledby="left"
      className="grid gap-3 rounded-lg border border-dashed border-edge px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
    >
      <details className="min-w-0">
        <summary className="target cursor-pointer py-1">
          <h2 id="left" className="inline font-semibold">
            {t("title", { count })}
          </h2>{" "}
          <span className="text-sm text-ink-muted">{t("about")}</span>
        </summary>
        <ul role="list" className="mt-1 grid gap-1 text-sm">
          {uploads.map(({ id, fileName, bytes }) => (
            <li key={id} className="wrap-anywhere">
              <bdi>{fileName}</bdi> <span className="figures text-ink-muted">{bytesInWords(bytes)}</span>
            </li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onContinue}>{t("continue", { count })}</Button>
        <Button variant="quiet" onClick={onDiscard}>
          {t("discard", { count })}
        </Button>
      </div>
    </section>
  );
}

type BarProps = { all: number; ready: number; isMoving: boolean; busy: boolean; problem: string | null };

/** How many files there are and what comes next: in view however many they are. */
export function CheckBar({ all, ready, isMoving, busy, problem }: BarProps) {
  const t = useTranslations("imports.form");
  return (
    <div className={all > 0 ? "sticky bottom-0 z-20 border-t border-line bg-surface py-3" : undefined}>
      <div className="grid gap-2">
        <FormMessage>{problem}</FormMessage>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {all > 0 && (
            <Button type="submit" variant="primary" busy={busy} disabled={ready === 0 || isMoving}>
              {busy ? t("checking") : t("check", { count: ready })}
            </Button>
          )}
          <p role="status" className="figures text-ink-muted">
            {all > 0 && t("state", { ready, all })}
          </p>
          {all > 0 && <p className="text-sm text-ink-muted">{t("storesNothing")}</p>}
        </div>
      </div>
    </div>
  );
}
