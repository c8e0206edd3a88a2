/** Expected outcomes are returned as codes and worded by the screen; surprises are thrown. */
export type Result<T = undefined, E extends string = string> = Success<T> | Failure<E>;
export type Success<T> = { readonly ok: true; readonly value: T };
export type Failure<E extends string = string> = {
  readonly ok: false;
  readonly error: E;
  /** Per form field: the code of what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>;
};

export function succeed(): Success<undefined>;
export function succeed<T>(value: T): Success<T>;
export function succeed(value?: unknown): Success<unknown> {
  return { ok: true, value };
}

export function fail<E extends string>(error: E, fields?: Readonly<Record<string, string>>): Failure<E> {
  return fields ? { ok: false, error, fields } : { ok: false, error };
}

/** Somebody saved since what was read: who, when, and what is the newest now. */
export const conflict = (revision: number, last: { name: string | null; at: Date } | null) =>
  fail("conflict", {
    by: last?.name ?? "",
    at: last?.at.toISOString() ?? "",
    revision: String(revision),
  });
