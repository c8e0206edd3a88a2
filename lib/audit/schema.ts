import { z } from "zod";
import { doorKinds } from "#lib/auth/schema.ts";

/** Every kind of action that is recorded, by what it is done to. Their words stand in the messages, under record. */
export const actionNames = {
  user: ["created", "link_renewed", "role_changed", "deactivated", "reactivated", "signed_out_everywhere"],
  password: ["set"],
  passphrase: ["renewed"],
  second_factor: ["used", "refused", "reset"],
  code_app: ["set_up", "removed"],
  passkey: ["added", "removed"],
  recovery_codes: ["made"],
  api_token: ["created", "revoked"],
  benchmark: [
    "created",
    "edited",
    "categories_declared",
    "published_declared",
    "published_withdrawn",
    "sources_stated",
    "exported",
    "removed",
  ],
  cases: ["imported"],
  results: ["imported"],
  model_run: ["edited", "removed"],
  prompt_template: ["added", "changed"],
  endpoint: ["added", "changed", "retired", "tested"],
  endpoint_run: ["started", "paused", "resumed", "cancelled", "finished", "trial_started", "trial_finished"],
  job: ["requested", "cancel_requested", "cancelled"],
  study: [
    "created",
    "copied",
    "saved",
    "renamed",
    "removed",
    "opened",
    "paused",
    "reopened",
    "closed",
    "archived",
    "member_added",
    "member_removed",
    "simulated",
    "details_stated",
    "card_published",
    "card_renewed",
    "card_withdrawn",
  ],
  invitation: ["created", "reissued", "revoked", "extended"],
  case: ["reported", "report_withdrawn", "analysed"],
  study_results: ["exported", "viewed"],
  review: [
    "created",
    "exported",
    "cases_kept",
    "saved",
    "renamed",
    "source_set",
    "removed",
    "opened",
    "paused",
    "reopened",
    "closed",
    "member_added",
    "member_removed",
    "parts_changed",
    "batch_accepted",
    "batch_returned",
    "dispute_ruled",
    "filter_stored",
  ],
  demo: ["removed"],
  backup: ["created", "verified", "restored"],
  sitting: ["excluded", "included", "withdrawn", "released", "recovered", "time_extended"],
} as const;

export const origins = ["web", "command_line", "system"] as const;
export type Origin = (typeof origins)[number];
export const subjectTypes = [
  "user",
  "study",
  "review",
  "benchmark",
  "model_run",
  "endpoint",
  "job",
  "backup",
  "demo",
] as const;

const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const word = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);

const place = z.coerce
  .bigint()
  .positive()
  .max(2n ** 63n - 1n);

/** The database has no year 0. */
const day = z.iso.date().refine((date) => date >= "0001");

/** What the address of the record asks for; what makes no sense there asks for nothing. */
export const recordFilter = z.object({
  text: lenient(word),
  actor: lenient(z.uuid()),
  action: lenient(word),
  origin: lenient(z.enum(origins)),
  type: lenient(z.enum(subjectTypes)),
  subject: lenient(word),
  /** Days, both included. */
  from: lenient(day),
  to: lenient(day),
  /** Only what is older than this event. */
  before: lenient(place),
});
export type RecordFilter = z.output<typeof recordFilter>;

export const eventsPerPage = 50;

type Query = Readonly<Record<string, unknown>>;
/** A field of the form that was left empty asks for nothing. */
const listFilled = (asked: Query) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));

export const readRecordFilter = (asked: Query): RecordFilter => recordFilter.parse(listFilled(asked));

export type NamedSubject = { subjectType: string; subjectId: string };
export const subjectKey = ({ subjectType, subjectId }: NamedSubject): string => `${subjectType} ${subjectId}`;

/** Addresses are personal data: after so many days what is known of a door is gone. */
export const doorDays = 90;
export const doorsPerPage = 100;

/** What the address of the page asks for; what makes no sense there asks for nothing. */
const doorFilter = z.object({
  kind: lenient(z.enum(doorKinds)),
  /** A name, a sign-in name or a participant code, or the beginning of an address. */
  text: lenient(word),
  user: lenient(z.uuid()),
  before: lenient(place),
});
export type DoorFilter = z.output<typeof doorFilter>;

export const readDoorFilter = (asked: Query): DoorFilter => doorFilter.parse(listFilled(asked));

const count = z.int();
const details = z.object({
  by: lenient(z.string()),
  why: lenient(z.enum(["used", "expired", "revoked", "unknown"])),
  token: lenient(z.string()),
});
const ended = z.object({ signIns: count, links: count, tokens: count });
const way = z.enum(["password", "passphrase", "passkey", "link", "join", "return"]);

/** What an event says beside its kind, read back: how somebody came in, or who made a link for them. */
export function doorDetails(stored: unknown) {
  const { by, why, token } = details.parse(stored);
  const known = way.safeParse(by).data;
  return { way: known, maker: known ? undefined : by, why, token, ended: ended.safeParse(stored).data };
}
