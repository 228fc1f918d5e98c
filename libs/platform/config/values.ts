// Value shapes that the sections of the configuration share.
import { z } from 'zod';

/** Never shown: masked in effective values, and absent from every message. */
export const secret = (): z.ZodString => z.string().min(1).meta({ secret: true });
export const text = (): z.ZodString => z.string().min(1);
export const count = (): z.ZodInt => z.int().min(0);
export const positive = (): z.ZodInt => z.int().min(1);
export const milliseconds = (): z.ZodInt => z.int().min(1);
export const share = (): z.ZodNumber => z.number().gt(0).max(1);
/** Agent ids, flavours, provider and endpoint names. */
export const name = (): z.ZodString => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'use 1 to 64 of A-Z a-z 0-9 _ -');
export const url = (): z.ZodURL => z.url({ protocol: /^https?$/, error: 'use an absolute http(s) URL' });
