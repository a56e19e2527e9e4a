import type { IDataObject } from 'n8n-workflow';

import type { ArrivedRow, Gathered, Gather } from './rowBatch';
import { hasLongNumber, isRow } from '../json';

const LIST = '"data":[';

/** How many ends of a row are tried: each `}` before `,{` or `]` may be one. */
const TRIES = 20;

/**
 * Takes the rows out of the text of an answer, one after the other, so that each is garbage before
 * the next is there: rows that live together outgrow the young part of the heap.
 *
 * @returns the rows, and the text with an empty list in the place of the rows; undefined where
 * the text is not `data` with its rows on one line, or holds numbers that are to be read with care:
 * such an answer is parsed whole
 */
export function takeRows<G extends Gathered>(
	text: string,
	gather: Gather<G>,
): { rows: G; rest: string } | undefined {
	const at = text.indexOf(`${LIST}{`);
	if (at < 0 || !isTopLevel(text.slice(0, at))) return undefined;
	if (text.includes('\n') || text.includes('\r') || hasLongNumber(text)) return undefined;
	const arriving = new Arriving(text, at + LIST.length);
	try {
		const rows = gather(arriving);
		const rest = text.slice(0, at) + LIST + text.slice(arriving.end);
		return isEmptyList(objectIn(rest)?.data) ? { rows, rest } : undefined;
	} catch (fault) {
		rethrowUnless(fault === NO_ROW, fault);
		return undefined;
	}
}

/** Thrown where no row is found in a list that has not ended: nothing may be made of a part of it. */
const NO_ROW = new Error('No row');

function rethrowUnless(expected: boolean, fault: unknown): void {
	if (!expected) throw fault;
}

/** Whether a member of the outermost object may follow this text. */
const isTopLevel = (before: string): boolean => objectIn(`${before}"data":[]}`) !== undefined;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The rows of a text as they are asked for. */
class Arriving implements Iterable<ArrivedRow> {
	/** Where the list ends, once all rows have been taken. */
	end = 0;
	private listEnd = -1;

	constructor(
		private readonly text: string,
		private readonly start: number,
	) {}

	*[Symbol.iterator](): Generator<ArrivedRow, void, undefined> {
		for (let at = this.start; ; at += ','.length) {
			const arrived = this.rowAt(at);
			at += arrived.text.length;
			yield arrived;
			if (this.text.startsWith(']', at)) {
				this.end = at;
				return;
			}
		}
	}

	/** An object ends where the text from its start is one for the first time. */
	private rowAt(start: number): Required<ArrivedRow> {
		let end = start;
		for (let attempt = 0; attempt < TRIES; attempt++) {
			end = this.endAfter(end);
			if (end < 0) throw NO_ROW;
			const text = this.text.slice(start, end);
			const row = objectIn(text);
			if (row !== undefined) return { row, text };
		}
		throw NO_ROW;
	}

	/** Where the next `}` before `,{` or `]` ends; -1 where there is none. */
	private endAfter(from: number): number {
		const { text } = this;
		if (this.listEnd <= from) this.listEnd = text.indexOf('}]', from) + 1;
		const rowEnd = text.indexOf('},{', from) + 1;
		if (this.listEnd === 0) return -1;
		return rowEnd === 0 ? this.listEnd : Math.min(rowEnd, this.listEnd);
	}
}

function objectIn(text: string): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRow(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
