import { callers, type Caller, type Sample } from "#e2e/access-matrix/callers.ts";

// What a line of the table says, and short ways to write one.

export type Open = readonly Caller[];
export const everybody: Open = callers;
export const signedIn: Open = ["participant", "researcher", "stranger", "admin"];
export const staff: Open = ["researcher", "stranger", "admin"];
export const admins: Open = ["admin"];
export const participants: Open = ["participant"];

export type Address = (sample: Sample) => string;
export type RouteRule =
  | {
      kind: "page";
      open: Open;
      hidden?: Open;
      heading: (sample: Sample) => string;
      address?: Address;
      /** Where whoever may not is led, if not to the usual places. */
      elsewhere?: string;
    }
  | {
      kind: "handler";
      open: Open;
      methods: readonly string[];
      address?: Address;
      /** A picture for pages of others. */
      isForElsewhere?: boolean;
    }
  | ApiRule
  | { kind: "home"; homes: Record<Caller, string>; status?: number }
  | { kind: "always"; status: number };

/** For programs, and for the scripts of pages: who may not is told with a status. */
export type ApiRule = {
  kind: "api";
  open: Open;
  /** To whom it is as if it weren't there at all. */
  hidden?: Open;
  address: Address;
  methods: readonly string[];
  status: number;
  question: Question;
};
type Question = { method: string; headers?: Record<string, string>; body?: string; query?: string };

export const page = (
  open: Open,
  heading: string | ((sample: Sample) => string),
  address?: Address,
  elsewhere?: string,
): RouteRule => ({
  kind: "page",
  open,
  elsewhere,
  heading: typeof heading === "string" ? () => heading : heading,
  address,
});
export const handler = (open: Open, ...methods: string[]): RouteRule => ({ kind: "handler", open, methods });
/** For everybody, at an address of the sample's. */
export const open = (address: Address, { isForElsewhere = false } = {}): RouteRule => ({
  kind: "handler",
  open: everybody,
  methods: ["GET", "HEAD", "OPTIONS"],
  address,
  isForElsewhere,
});
export const read = (open: Open, address: Address, status = 200): ApiRule => ({
  kind: "api",
  open,
  address,
  status,
  methods: ["GET", "HEAD", "OPTIONS"],
  question: { method: "GET" },
});
export const write = (open: Open, address: Address, status: number, question: Question): ApiRule => ({
  kind: "api",
  open,
  address,
  status,
  question,
  methods: [question.method, "OPTIONS"],
});
export const always = (status: number): RouteRule => ({ kind: "always", status });

/** "→ /path" for being sent there, "done", "silent" where nothing is answered, else the code of a refusal. */
export type Outcome = string;
export type ActionRule = {
  open: Open;
  /** Who may ask, and is told that it isn't there. */
  hidden?: Open;
  input: (sample: Sample) => Record<string, string>;
  answer: Outcome;
  /** What everybody else is told, where it is neither of the two. */
  otherwise?: Outcome;
  /** What a caller who may gets for sending nothing. */
  without: Outcome;
};

export const action = (
  open: Open,
  input: ActionRule["input"],
  answer: Outcome,
  without: Outcome = "invalid",
): ActionRule => ({
  open,
  input,
  answer,
  without,
});
