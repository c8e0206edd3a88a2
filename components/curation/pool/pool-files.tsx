"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { FileName } from "#components/imports/file-row.tsx";
import type { ReadyItem } from "#components/imports/item.ts";
import { RowButton, rowControlClass, RowInput } from "#components/imports/row-controls.tsx";

/** `vectorsOf` is the embedding model; null where a file is part of the pool. */
type PoolItem = { item: ReadyItem; vectorsOf: string | null };
type Props = {
  files: readonly PoolItem[];
  showErrors: boolean;
  onModel: (key: string, model: string | null) => void;
  onRemove: (item: ReadyItem) => void;
};

/** What each file holds was guessed by its name, and is for somebody to correct. */
export function PoolFiles({ files, ...shared }: Props) {
  const t = useTranslations("pools.files");
  return (
    <ul role="list" aria-label={t("label")} className="min-w-0 rounded-lg border border-line bg-raised">
      {files.map((file) => (
        <FileRow key={file.item.key} {...file} {...shared} />
      ))}
    </ul>
  );
}

function FileRow({ item, vectorsOf, showErrors, onModel, onRemove }: PoolItem & Omit<Props, "files">) {
  const t = useTranslations("pools.files");
  const id = useId();
  const { key, name } = item;
  const errorId = showErrors && vectorsOf?.trim() === "" ? id : null;
  return (
    <li className="border-t border-line first:border-t-0">
      <div
        role="group"
        aria-label={t("group", { name })}
        className="grid min-h-10 items-center gap-x-3 gap-y-1 px-3 py-1 sm:grid-cols-[minmax(0,1fr)_14rem_14rem_2.5rem]"
      >
        <FileName item={item} />
        <select
          aria-label={t("holds")}
          className={rowControlClass}
          value={vectorsOf === null ? "pool" : "vectors"}
          onChange={({ target }) => onModel(key, target.value === "vectors" ? "" : null)}
        >
          <option value="pool">{t("pool")}</option>
          <option value="vectors">{t("vectors")}</option>
        </select>
        {vectorsOf === null ? (
          <span className="max-sm:hidden" />
        ) : (
          <RowInput
            label={t("model")}
            placeholder={t("model")}
            value={vectorsOf}
            onText={(model) => onModel(key, model)}
            maxLength={200}
            errorId={errorId}
          />
        )}
        <RowButton sign="cross" label={t("remove", { name })} onClick={() => onRemove(item)} />
        {errorId && (
          <p id={errorId} className="col-span-full text-sm font-medium text-danger">
            {t("modelMissing")}
          </p>
        )}
      </div>
    </li>
  );
}
