"use client";

import { useTranslations } from "next-intl";
import { FileName } from "#components/imports/file-row.tsx";
import { bytesInWords, type Item } from "#components/imports/item.ts";
import type { FilesOfVisit } from "#components/imports/use-files.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";

type Props = { items: readonly Item[]; limitBytes: number; visit: FilesOfVisit };

/** More that wait for their turn than this are only counted, until somebody wants to see them. */
const maxWaiting = 3;

/** Files that are on their way, or didn't come through. */
export function ComingFiles({ items, limitBytes, visit }: Props) {
  const t = useTranslations("imports.form");
  const waiting = items.filter(({ state }) => state === "waiting");
  const first = items.filter(({ state }) => state !== "waiting");
  const isFolded = waiting.length > maxWaiting;
  const rows = (some: readonly Item[]) =>
    some.map((item) => (
      <ComingRow
        key={item.key}
        item={item}
        limitBytes={limitBytes}
        canRetry={visit.canRetry(item)}
        onStop={() => visit.stop(item.key)}
        onRetry={() => visit.retry(item.key)}
        onRemove={() => void visit.remove(item)}
      />
    ));
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

type RowProps = {
  item: Item;
  limitBytes: number;
  canRetry: boolean;
  onStop: () => void;
  onRetry: () => void;
  onRemove: () => void;
};

/** A file that is on its way, or didn't come through. */
function ComingRow({ item, limitBytes, canRetry, onStop, onRetry, onRemove }: RowProps) {
  const t = useTranslations("imports.file");
  const { name, state } = item;
  const isFailed = state === "failed";
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-3 py-0.5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]">
      <FileName item={item} />
      {isFailed ? <Problem item={item} limitBytes={limitBytes} /> : <Sending item={item} />}
      <span className="flex justify-end gap-1">
        {!isFailed && (
          <Button size="small" variant="quiet" onClick={onStop} aria-label={t("stopNamed", { name })}>
            {t("stop")}
          </Button>
        )}
        {isFailed && canRetry && (
          <Button size="small" variant="quiet" onClick={onRetry} aria-label={t("retryNamed", { name })}>
            {t("retry")}
          </Button>
        )}
        {isFailed && (
          <Button size="small" variant="quiet" onClick={onRemove} aria-label={t("removeNamed", { name })}>
            {t("remove")}
          </Button>
        )}
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
