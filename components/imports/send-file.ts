import type { UploadGuess } from "#lib/uploads/schema.ts";

export type UploadedFile = { id: string; fileName: string; bytes: number; guess: UploadGuess };
export type UploadResult =
  | { ok: true; upload: UploadedFile }
  | { ok: false; error: string; message: string | null };

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
