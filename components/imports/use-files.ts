"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Fields,
  type Files,
  type Item,
  itemOfFile,
  move,
  type PickedFile,
  place,
  type Run,
  tidy,
} from "#components/imports/file-groups.ts";
import type { UploadedFile } from "#lib/uploads/schema.ts";

const atOnce = 2;

type Work = PickedFile & { stop: AbortController };

type Change = (key: string, part: Partial<Item> | ((item: Item) => Item)) => void;
type OnUploaded = (key: string, upload: UploadedFile) => void;

/** Sends a few files at once, the others in turn, and tells how it goes with each. */
function useSending(address: string, change: Change, arrive: OnUploaded) {
  const works = useRef(new Map<string, Work>());
  const waiting = useRef<string[]>([]);
  const sending = useRef(0);

  // What was not sent when the page goes is not kept by anybody.
  useEffect(() => {
    const all = works.current;
    return () => all.forEach(({ stop }) => stop.abort());
  }, []);

  async function send(key: string): Promise<void> {
    const work = works.current.get(key);
    if (!work) return;
    change(key, { state: "sending", sent: 0, problem: null });
    const sent = await sendFile({
      address,
      file: work.file,
      name: work.name,
      signal: work.stop.signal,
      onSent: (bytes) => change(key, { sent: bytes }),
    });
    if (sent.ok) arrive(key, sent.upload);
    else change(key, { state: "failed", problem: { error: sent.error, message: sent.message } });
  }

  function sendInTurn(): void {
    while (sending.current < atOnce) {
      const key = waiting.current.shift();
      if (key === undefined) return;
      sending.current++;
      void send(key).finally(() => {
        sending.current--;
        sendInTurn();
      });
    }
  }

  return {
    add(files: readonly (PickedFile & { key: string })[]) {
      for (const { key, file, name } of files) {
        works.current.set(key, { file, name, stop: new AbortController() });
        waiting.current.push(key);
      }
      sendInTurn();
    },
    stop(key: string) {
      waiting.current = waiting.current.filter((one) => one !== key);
      works.current.get(key)?.stop.abort();
    },
    has: (key: string) => works.current.has(key),
    broughtAs: (key: string) => works.current.get(key),
    forget: (key: string) => void works.current.delete(key),
  };
}

const tooLarge = { state: "failed", problem: { error: "too_large", message: null } } as const;

const none: Files = { items: [], runs: [], made: 0 };

/** The files of this visit: those that are on the way, those that failed, and those that are here, in their groups. */
export function useFiles(address: string, limitBytes: number) {
  const [files, setFiles] = useState(none);
  const count = useRef(0);
  const change = useCallback<Change>((key, part) => {
    const changed = (item: Item) => (typeof part === "function" ? part(item) : { ...item, ...part });
    setFiles((before) => ({
      ...before,
      items: before.items.map((item) => (item.key === key ? changed(item) : item)),
    }));
  }, []);
  const arrive = useCallback<OnUploaded>(
    (key, upload) => setFiles((before) => place(before, upload, key)),
    [],
  );
  const sending = useSending(address, change, arrive);

  return {
    files,
    add(given: readonly PickedFile[]) {
      const added = given.map((one) => ({ ...one, item: itemOfFile(`file-${count.current++}`, one) }));
      const isFitting = ({ file }: PickedFile) => file.size <= limitBytes;
      const items = added.map((one) => (isFitting(one) ? one.item : { ...one.item, ...tooLarge }));
      setFiles((before) => ({ ...before, items: [...before.items, ...items] }));
      sending.add(added.filter(isFitting).map(({ item, ...one }) => ({ ...one, key: item.key })));
    },
    /** What an earlier visit left is one of this visit's from now on. */
    takeUp: (uploads: readonly UploadedFile[]) =>
      setFiles((before) => uploads.reduce((taken, upload) => place(taken, upload), before)),
    stop(key: string) {
      sending.stop(key);
      change(key, { state: "failed", problem: { error: "stopped", message: null } });
    },
    canRetry: ({ key, bytes }: Item) => bytes <= limitBytes && sending.has(key),
    retry(key: string) {
      const work = sending.broughtAs(key);
      if (!work) return;
      change(key, { state: "waiting", sent: 0, problem: null });
      sending.add([{ key, file: work.file, name: work.name }]);
    },
    setFields: (key: string, fields: Partial<Fields>) =>
      change(key, (item) => ({ ...item, fields: { ...item.fields, ...fields } })),
    setRun: (id: string, part: Partial<Run>) =>
      setFiles((before) => ({
        ...before,
        runs: before.runs.map((run) => (run.id === id ? { ...run, ...part } : run)),
      })),
    moveTo: (key: string, group: string | null) => setFiles((before) => move(before, key, group)),
    async remove({ key, upload }: Item) {
      sending.forget(key);
      setFiles((before) => tidy({ ...before, items: before.items.filter((item) => item.key !== key) }));
      if (upload) await discardUpload(address, upload.id);
    },
  };
}
export type FilesOfVisit = ReturnType<typeof useFiles>;

export async function discardUpload(address: string, id: string): Promise<void> {
  await fetch(`${address}/${id}`, { method: "DELETE" }).catch(() => undefined);
}

type UploadResult = { ok: true; upload: UploadedFile } | { ok: false; error: string; message: string | null };

type UploadRequest = {
  address: string;
  file: File;
  name: string;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
};

/** Sends one file as it is. Not by fetch, which doesn't tell how much of it has gone. */
export function sendFile({ address, file, name, signal, onSent }: UploadRequest): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const refuse = (error: string, message: string | null = null) => resolve({ ok: false, error, message });
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () => {
      const answer = readAnswer(request.responseText);
      if (request.status === 201 && answer) resolve({ ok: true, upload: answer as UploadedFile });
      else refuse(String(answer?.error ?? "unknown"), answer?.message ? String(answer.message) : null);
    };
    request.onerror = () => refuse("cut_off");
    request.onabort = () => refuse("stopped");
    request.open("POST", `${address}?name=${encodeURIComponent(name)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function readAnswer(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
