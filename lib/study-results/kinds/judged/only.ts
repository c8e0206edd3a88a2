import { z } from "zod";

type DeepReadonly<T> = T extends readonly (infer Of)[]
  ? readonly DeepReadonly<Of>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** What a schema names of something that has more, in the order of the schema. */
export const only = <Schema extends z.ZodType>(
  schema: Schema,
  given: DeepReadonly<z.output<Schema>>,
): z.output<Schema> => take(schema, given) as z.output<Schema>;

function take(schema: unknown, given: unknown): unknown {
  if (given == null) return given;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return take(schema.unwrap(), given);
  if (schema instanceof z.ZodArray) return (given as unknown[]).map((one) => take(schema.element, one));
  if (!(schema instanceof z.ZodObject)) return given;
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, of]) => [key, take(of, (given as Record<string, unknown>)[key])]),
  );
}
