"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useId, useState } from "react";
import { broughtByDrop, broughtByField } from "#components/imports/interviews/brought-files.ts";
import type { PickedFile } from "#components/imports/item.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";

type Props = {
  /** Once there are files it makes room for them. */
  isSlim: boolean;
  limit: string;
  onFiles: (files: readonly PickedFile[]) => void;
};

/** Files are dropped here, or chosen with a button that is a plain file field. */
export function DropZone({ isSlim, limit, onFiles }: Props) {
  const t = useTranslations("imports.drop");
  const id = useId();
  const [over, setOver] = useState(false);
  // A file that comes before the script does would be lost.
  const isAtWork = useIsAtWork();

  useEffect(ignoreDropsBeside, []);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void broughtByDrop(event.dataTransfer).then(onFiles);
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        "relative rounded-lg border-2 border-dashed px-6",
        isSlim
          ? "flex flex-wrap items-center gap-x-6 gap-y-2 py-2"
          : "grid justify-items-center gap-3 py-10 text-center",
        over ? "border-accent bg-accent-tint" : "border-edge",
        !isAtWork && "invisible",
      )}
    >
      <p className={isSlim ? "font-semibold" : "text-lg font-semibold"}>{t("title")}</p>
      <p id={`${id}-hint`} className={isSlim ? "sr-only" : "measure text-ink-muted"}>
        {t("hint", { limit })}
      </p>
      <span className="flex flex-wrap justify-center gap-3">
        <FileField
          onFiles={onFiles}
          hintId={`${id}-hint`}
          label={t("choose")}
          variant="primary"
          accept=".csv,.jsonl,.ndjson,.json,.eval,.zip,.vtt,.srt,.txt,text/csv"
        />
        <FileField onFiles={onFiles} hintId={`${id}-hint`} label={t("chooseFolder")} isFolder />
      </span>
    </div>
  );
}

type FieldProps = Pick<Props, "onFiles"> & {
  hintId: string;
  label: string;
  variant?: "primary" | "secondary";
  accept?: string;
  isFolder?: boolean;
};

function FileField({ onFiles, hintId, label, variant = "secondary", accept, isFolder = false }: FieldProps) {
  const id = useId();
  return (
    <span>
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        // React has no name for it; browsers that don't know it offer files.
        {...(isFolder && { webkitdirectory: "" })}
        aria-describedby={hintId}
        className="peer sr-only"
        onChange={(event) => {
          onFiles(broughtByField([...(event.target.files ?? [])]));
          // The same file may be chosen again.
          event.target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={clsx(
          buttonClass({ variant }),
          "peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
        )}
      >
        {label}
      </label>
    </span>
  );
}

/** A file that is let go beside the zone would otherwise take the place of the page. */
function ignoreDropsBeside(): () => void {
  const ignore = (event: Event) => event.preventDefault();
  const events = ["dragover", "drop"] as const;
  for (const name of events) window.addEventListener(name, ignore);
  return () => events.forEach((name) => window.removeEventListener(name, ignore));
}
