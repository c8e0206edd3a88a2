export type InputErrorCode =
  | "not_a_number"
  | "not_a_count"
  | "out_of_range"
  | "unequal_lengths"
  | "not_an_option"
  | "duplicate_option"
  | "not_a_category"
  | "duplicate_category";

/** Input that can't be scored at all. Figures that merely don't exist are returned as null instead. */
export class MetricInputError extends Error {
  readonly code: InputErrorCode;
  constructor(code: InputErrorCode, message: string) {
    super(message);
    this.name = "MetricInputError";
    this.code = code;
  }
}

export function requireNumber(value: number, name: string, low = -Infinity, high = Infinity): void {
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new MetricInputError("not_a_number", `${name} is ${value}, but must be a number`);
  if (value < low || value > high)
    throw new MetricInputError("out_of_range", `${name} is ${value}, but must be between ${low} and ${high}`);
}

export function requireCount(value: number, name: string, most = Number.MAX_SAFE_INTEGER): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new MetricInputError("not_a_count", `${name} is ${value}, but must be a whole number from 0 up`);
  if (value > most)
    throw new MetricInputError("out_of_range", `${name} is ${value}, but can be at most ${most}`);
}

/** A confidence level strictly between 0 and 1: 0.95, not 95. */
export function requireLevel(level: number): void {
  requireNumber(level, "level", 0, 1);
  if (level === 0 || level === 1)
    throw new MetricInputError("out_of_range", `level is ${level}, but must lie between 0 and 1`);
}

export function requireSameLength(a: readonly unknown[], b: readonly unknown[], names: string): void {
  if (a.length !== b.length)
    throw new MetricInputError("unequal_lengths", `${names}: ${a.length} and ${b.length} values`);
}

export function requireSize(found: number, wanted: number, name: string): void {
  if (found !== wanted)
    throw new MetricInputError("unequal_lengths", `${name}: ${found} values, expected ${wanted}`);
}

/** Places that are numbered from 0. */
export function requirePlaces(places: Int32Array, count: number, name: string): void {
  for (const place of places)
    if (place < 0 || place >= count)
      throw new MetricInputError("out_of_range", `${name} is ${place}, but there are only ${count}`);
}
