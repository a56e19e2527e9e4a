import type { IDataObject } from 'n8n-workflow';

import type { Id, Json } from '../json';
import type { Target } from './findRecords';

/** The part of a request that is about one item. */
export type Payload = { readonly [key: string]: Json | undefined };

/** The request of one input item, as its parameters state it. */
export interface Intent<P extends Payload = Payload> {
	/** The record that the item names. */
	readonly target: Target;
	readonly payload: P;
	/** The choice for a record to create that is already there; undefined if the operation has no such choice. */
	readonly ifExists?: 'fail' | 'return';
}

/** An intent, with the row of its record if the list was read. */
export interface Resolved<P extends Payload = Payload> extends Intent<P> {
	/** The ID that was given, that the needed record has, or that the service assigned. */
	readonly id?: Id | undefined;
	/** The row of the record. It has no ID if an earlier item of a dry run would create it. */
	readonly record?: IDataObject;
}
