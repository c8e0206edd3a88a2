"use client";

import clsx from "clsx";
import {
  type ComponentProps,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldHint } from "#components/ui/fields/field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { locales, type Locale } from "#lib/i18n/locale.ts";

/** What the fields of a form read and change. */
export type FieldTools<V> = {
  value: V;
  /** Changes part of the value; a function gets the current value. */
  set: (change: Partial<V> | ((before: V) => Partial<V>)) => void;
  /** The words for what the last save found wrong at this path of the value ("quota.Literary"). */
  errorOf: (path: string) => string | undefined;
  /** The codes of all errors, by path. */
  errors: Readonly<Record<string, string>>;
  /** What optional parts of the value begin with. */
  defaults?: Partial<V>;
  /** Where the value is in the plan: links to a field name it with this. */
  root?: string;
};

type PathOf<T> = T extends readonly (infer Entry)[]
  ? `${number}` | `${number}.${PathOf<Entry>}`
  : T extends object
    ? { [K in keyof T & string]: K | `${K}.${PathOf<NonNullable<T[K]>>}` }[keyof T & string]
    : never;

type Box = {
  at: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** What the field holds of the value, and the value with what the field holds, where these differ. */
  read?: (now: never) => unknown;
  write?: (next: never, now: never) => unknown;
};
type NumberBox = Box & {
  min?: number;
  max?: number;
  step?: "any";
  /** What an empty field means; without it, the server asks for a number. */
  empty?: null | "absent";
  readOnly?: boolean;
  width?: string;
};
type TextBox = Box &
  Pick<ComponentProps<"input">, "lang" | "className" | "maxLength" | "type"> & {
    /** Names something in files: no keyboard may correct it. */
    isKey?: boolean;
    /** Several lines. */
    rows?: number;
    /** Nothing is stored of an empty text. */
    empty?: "absent";
  };
type Option = readonly [value: string, label: string];

type Field =
  | (NumberBox & { kind: "number"; isShare: boolean })
  | (TextBox & { kind: "text" })
  | (Box & {
      kind: "toggle";
      on: unknown;
      off: unknown;
      /** The fields that it brings, and how they are laid out. */
      opens: readonly Item[];
      className?: string;
    })
  /** One of a few, side by side; or of a list. */
  | (Box & { kind: "choice" | "select"; options: readonly Option[] })
  | { kind: "row"; className: string; id?: string | undefined; items: readonly Item[] }
  | (GroupOptions & { kind: "group"; legend: ReactNode; items: readonly Item[] })
  | (ListSpec & { kind: "list"; at: string });

/** A field, something peculiar that draws itself, or nothing where a condition isn't met. */
export type Item = Field | ReactElement | readonly Item[] | false | "" | null | undefined;

type GroupOptions = {
  id?: string;
  about?: ReactNode;
  aboutClass?: string;
  className?: string;
  legendClass?: string;
};
type ListSpec = {
  max: number;
  /** What a new entry begins with. */
  fresh: () => unknown;
  add: string;
  addSize?: "small";
  /** Each entry in a row, or as a card with a legend. */
  className: string;
  listClass?: string;
  legend?: (place: number) => ReactNode;
  legendClass?: string;
  /** The fields of one entry, with paths inside it. */
  items: (place: number) => readonly Item[];
  remove: (place: number) => { label: string; name?: string } | null;
  removeLook?: Pick<ComponentProps<typeof Button>, "variant" | "size">;
  move?: (place: number, by: "up" | "down") => string;
  none?: ReactNode;
};

type ToggleBox = Box & { on?: unknown; off?: unknown; opens?: readonly Item[]; className?: string };

type Extra<B extends Box> = Omit<B, "at" | "label">;

/** The kinds of field, with paths that the value has. */
export const fieldsOf = <V,>() => {
  type Path = PathOf<V> & string;
  const input =
    <B extends Box>(kind: InputField["kind"], always: object = {}) =>
    (at: Path, label: ReactNode, extra?: Extra<B>) =>
      ({ kind, at, label, ...always, ...extra }) as Item;
  const chosen =
    (kind: "choice" | "select") =>
    (at: Path, label: ReactNode, options: readonly Option[], extra?: Extra<Box>): Item => ({
      kind,
      at,
      label,
      options,
      ...extra,
    });
  return {
    number: input<NumberBox>("number", { isShare: false }),
    /** A share, entered in percent. */
    share: input<NumberBox>("number", { isShare: true }),
    text: input<TextBox>("text"),
    /** A text in each language of the participants' screens. */
    texts: (at: Path, label: (language: Locale) => ReactNode, extra?: Extra<TextBox>): Item[] =>
      locales.map((lang) => ({ kind: "text", at: `${at}.${lang}`, label: label(lang), lang, ...extra })),
    toggle: input<ToggleBox>("toggle", { on: true, off: false, opens: [] }),
    choice: chosen("choice"),
    select: chosen("select"),
    list: (at: Path, spec: ListSpec): Item => ({ kind: "list", at, ...spec }),
  };
};

export const row = (className: string, items: readonly Item[], id?: string): Item => ({
  kind: "row",
  className,
  items,
  id,
});

export const group = (legend: ReactNode, items: readonly Item[], options: GroupOptions = {}): Item => ({
  kind: "group",
  legend,
  items,
  ...options,
});

type Props = { tools: FieldTools<never>; base?: string };
type AnyTools = FieldTools<Readonly<Record<string, unknown>>>;

/** Draws a step's fields in their order. A condition that isn't met keeps its place, so no field is made anew. */
export function Fields<V>({ tools, items }: { tools: FieldTools<V>; items: readonly Item[] }) {
  return <Items tools={tools as unknown as FieldTools<never>} items={items} />;
}

const Items = ({ items, ...props }: Props & { items: readonly Item[] }) =>
  items.map((item, index) =>
    !item || isValidElement(item) ? (
      <Fragment key={index}>{item}</Fragment>
    ) : "kind" in item ? (
      <FieldBox key={index} {...props} field={item as Field} />
    ) : (
      <Items key={index} {...props} items={item as readonly Item[]} />
    ),
  );

function FieldBox({ field, ...props }: Props & { field: Field }) {
  switch (field.kind) {
    case "row":
      return (
        <div id={field.id} className={field.className}>
          <Items {...props} items={field.items} />
        </div>
      );
    case "group":
      return (
        <fieldset id={field.id} className={field.className ?? "grid gap-4"}>
          <legend className={field.legendClass ?? "mb-2 text-xl font-semibold"}>{field.legend}</legend>
          {field.about && <p className={field.aboutClass ?? "measure text-ink-muted"}>{field.about}</p>}
          <Items {...props} items={field.items} />
        </fieldset>
      );
    case "list":
      return <List {...props} field={field} />;
    default:
      return <Input {...props} field={field} />;
  }
}

type InputField = Extract<Field, Box>;

function Input({ field, ...props }: Props & { field: InputField }) {
  const id = useId();
  const { now: whole, change: replace, path, errorOf, root } = readAt(props, field.at);
  const { label, hint, read, write } = field;
  const now = read ? read(whole as never) : whole;
  const change = (next: unknown) =>
    replace(write ? (before: unknown) => write(next as never, before as never) : next);
  // A link to a field with a box before it leads to the field.
  const isBox = field.kind === "toggle" && field.opens.length > 0;
  const shared = {
    label,
    hint,
    error: isBox ? undefined : (field.error ?? errorOf(path)),
    "data-field": isBox ? undefined : root && `${root}.${path}`,
  };
  switch (field.kind) {
    case "number": {
      const { isShare, empty, min, max, readOnly, width } = field;
      const none = empty === undefined ? emptyNumber : empty === "absent" ? undefined : empty;
      const input = (
        <NumberField
          {...shared}
          min={min}
          max={max}
          step={isShare ? "any" : field.step}
          readOnly={readOnly}
          value={typeof now !== "number" || Number.isNaN(now) ? null : isShare ? inPercent(now) : now}
          onNumber={(next) => change(next === null ? none : isShare ? fromPercent(next) : next)}
        />
      );
      return width ? <div className={width}>{input}</div> : input;
    }
    case "text": {
      const { rows, isKey, lang, className, maxLength, type } = field;
      const text = {
        ...shared,
        lang,
        className,
        maxLength,
        value: typeof now === "string" ? now : "",
        onChange: ({ target }: { target: { value: string } }) =>
          change(field.empty && target.value === "" ? undefined : target.value),
      };
      if (rows) return <TextAreaField {...text} rows={rows} />;
      const asKey = isKey && { autoCapitalize: "none", spellCheck: false };
      return <TextField {...text} {...asKey} type={type ?? "text"} autoComplete="off" />;
    }
    case "toggle": {
      const isOn = now !== undefined && now !== null && now !== false;
      return (
        <>
          <CheckboxField
            {...shared}
            checked={isOn}
            onChange={({ target }) => change(target.checked ? field.on : field.off)}
          />
          {isOn && isBox && (
            <div className={clsx("ml-9", field.className)}>
              <Items {...props} items={field.opens} />
            </div>
          )}
        </>
      );
    }
    case "choice":
      return (
        <fieldset className="grid min-w-0 gap-1" aria-describedby={hint ? `${id}-hint` : undefined}>
          <legend className="font-medium">{label}</legend>
          {hint && <FieldHint id={id}>{hint}</FieldHint>}
          <div className="flex flex-wrap gap-x-6">
            {field.options.map(([option, words]) => (
              <label key={option} className="target flex items-center gap-2">
                <input
                  type="radio"
                  name={id}
                  checked={option === now}
                  onChange={() => change(option)}
                  className="size-5 shrink-0 accent-accent"
                />
                {words}
              </label>
            ))}
          </div>
        </fieldset>
      );
    case "select":
      return (
        <SelectField
          {...shared}
          value={typeof now === "string" ? now : ""}
          onChange={({ target }) => change(target.value)}
        >
          {field.options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      );
  }
}

/** Entries that are added, put in order and removed, with the focus following along. */
function List({ field, ...props }: Props & { field: Extract<Field, { kind: "list" }> }) {
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const wanted = useRef<{ item: number; part: string } | null>(null);
  // After a list has changed, the focus goes to a part of the entry that was meant, or to the button that adds.
  useEffect(() => {
    if (!wanted.current) return;
    const { item, part } = wanted.current;
    wanted.current = null;
    const place = list.current?.querySelector(`:scope > [data-item="${item}"]`);
    const found = place?.querySelector<HTMLElement>(`[data-part="${part}"]:not(:disabled)`);
    (found ?? place?.querySelector<HTMLElement>("input") ?? adding.current)?.focus();
  });
  const focusNext = (item: number, part: string) => {
    wanted.current = { item, part };
  };
  const { now, change, path } = readAt(props, field.at);
  const entries = (now ?? []) as readonly unknown[];
  const count = entries.length;
  return (
    <>
      {count > 0 ? (
        <ol
          ref={list}
          role="list"
          className={field.listClass ?? (field.legend ? "grid gap-6" : "grid gap-3")}
        >
          {entries.map((_, index) => (
            <Entry
              key={index}
              {...props}
              base={`${path}.${index}`}
              field={field}
              place={index + 1}
              count={count}
              onMove={(by) => {
                change((before: unknown[]) =>
                  before.with(index, before[index + by]).with(index + by, before[index]),
                );
                focusNext(index + by, by < 0 ? "up" : "down");
              }}
              onRemove={() => {
                change((before: unknown[]) => before.toSpliced(index, 1));
                focusNext(Math.min(index, count - 2), field.move ? "remove" : "input");
              }}
            />
          ))}
        </ol>
      ) : (
        field.none
      )}
      {count < field.max && (
        <div>
          <Button
            ref={adding}
            size={field.addSize}
            onClick={() => {
              change((before: unknown[] = []) => [...before, field.fresh()]);
              focusNext(count, "input");
            }}
          >
            {field.add}
          </Button>
        </div>
      )}
    </>
  );
}

type EntryProps = Props & {
  field: ListSpec;
  place: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function Entry({ field, place, count, onMove, onRemove, ...props }: EntryProps) {
  const { className, legend, legendClass = "px-1 font-semibold", move, removeLook } = field;
  const items = <Items {...props} items={field.items(place)} />;
  const removal = field.remove(place);
  const removing = removal && (
    <Button
      variant="quiet"
      {...removeLook}
      data-part={legend && "remove"}
      aria-label={removal.name}
      onClick={onRemove}
    >
      {removal.label}
    </Button>
  );
  if (!legend)
    return (
      <li data-item={place - 1} className={className}>
        {items}
        {removing}
      </li>
    );
  return (
    <li data-item={place - 1}>
      <fieldset className={clsx("grid min-w-0 gap-4 rounded-md border border-line p-4", className)}>
        <legend className={legendClass}>{legend(place)}</legend>
        {items}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {move &&
            (["up", "down"] as const).map((by) => (
              <Button
                key={by}
                size="small"
                data-part={by}
                disabled={place === (by === "up" ? 1 : count)}
                onClick={() => onMove(by === "up" ? -1 : 1)}
              >
                <ControlIcon name={by} className="size-4" />
                {move(place, by)}
              </Button>
            ))}
          {removing}
        </div>
      </fieldset>
    </li>
  );
}

/** The part of the value at a path below the base, and the way to change it. */
function readAt({ tools, base }: Props, at: string) {
  const { value, set, defaults, errorOf, root } = tools as unknown as AnyTools;
  const path = base === undefined ? at : `${base}.${at}`;
  const [first = "", ...rest] = path.split(".");
  const part = (whole: Readonly<Record<string, unknown>>) => whole[first] ?? defaults?.[first];
  const now = rest.reduce<unknown>(
    (inside, name) => (inside as Record<string, unknown>)?.[name],
    part(value),
  );
  // A function is given what is there by then: two changes may come between two renderings.
  const change = (next: unknown) => set((before) => ({ [first]: setAt(part(before), rest, next) }));
  return { now, change, path, errorOf, root };
}

function setAt(whole: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return typeof next === "function" ? next(whole) : next;
  if (Array.isArray(whole)) return whole.with(Number(name), setAt(whole[Number(name)], rest, next));
  const parts = (whole ?? {}) as Readonly<Record<string, unknown>>;
  return { ...parts, [name]: setAt(parts[name], rest, next) };
}

// Seven percent is 0.07, and not shown as 7.000000000000001.
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const inPercent = (share: number) => rounded(share * 100);
const fromPercent = (percent: number) => rounded(percent / 100);

type NumberProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type"> & {
  /** Null while nothing stands in it. */
  value: number | null;
  onNumber: (value: number | null) => void;
};

const readNumber = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Keeps what is being typed ("0." on the way to 0.5) and still follows a value that changes elsewhere. */
export function NumberField({ value, onNumber, ...rest }: NumberProps) {
  const [text, setText] = useState("");
  const shown = Object.is(readNumber(text), value) ? text : value === null ? "" : String(value);
  return (
    <TextField
      {...rest}
      type="number"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onNumber(readNumber(target.value));
      }}
    />
  );
}

// Null means "none" to some of the values behind these fields; an empty text is no value of any of them, and the
// server says at the field what is wrong.
export const emptyNumber = "" as unknown as number;
