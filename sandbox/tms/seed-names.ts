/** Names and goods the seeded shipments are made of; all companies are invented. */

import type { Party } from './shipment.ts';
import type { FreightClass } from './tariff.ts';

export const shippers: readonly [Party, ...Party[]] = [
  { name: 'Northfork Pump & Valve', street: '2210 Industrial Pkwy', city: 'Akron, OH 44312' },
  { name: 'Blue Mesa Ceramics', street: '88 Kiln Rd', city: 'Albuquerque, NM 87107' },
  { name: 'Hadley & Sons Hardware Mfg', street: '415 Foundry St', city: 'Rockford, IL 61104' },
  { name: 'Carolina Bath Fixtures', street: '1900 Trade St', city: 'Greensboro, NC 27401' },
  { name: 'Ridgeline Battery Co', street: '700 Cell Dr', city: 'Reno, NV 89502' },
  { name: 'Keystone Label Stock', street: '35 Mill Creek Ln', city: 'Allentown, PA 18109' },
  { name: 'Prairie Seed Supply', street: '12 Elevator Rd', city: 'Salina, KS 67401' },
  { name: "O'Malley Fastener Works", street: '640 Bolt Ave', city: 'Worcester, MA 01608' },
  { name: 'Tri-Lakes Office Seating', street: '5055 Harbor Blvd', city: 'Holland, MI 49423' },
  { name: 'Magnolia Paint & Coatings', street: '318 Levee St', city: 'Memphis, TN 38103' },
  { name: 'Cedar Point Cabinetry', street: '2700 Sawmill Way', city: 'Eugene, OR 97402' },
  { name: 'Lone Star Conveyor Parts', street: '9401 Stemmons Fwy', city: 'Dallas, TX 75247' },
];

export const consignees: readonly [Party, ...Party[]] = [
  { name: 'Granger Plumbing Supply', street: '1400 Depot St', city: 'Knoxville, TN 37917' },
  { name: 'Bayview Hotel Outfitters', street: '77 Pier Ave', city: 'Tampa, FL 33602' },
  { name: 'Summit Building Center #14', street: '3300 Quarry Rd', city: 'Boise, ID 83705' },
  { name: 'Westgate School District Whse', street: '800 Learning Ln', city: 'Fresno, CA 93722' },
  { name: 'Delmar Auto Electric', street: '219 Delmar Ave', city: 'Saint Louis, MO 63108' },
  { name: 'Lakeshore Packaging LLC', street: '1616 Dock Rd', city: 'Erie, PA 16507' },
  { name: 'Hollis Farm & Ranch', street: '4 County Rd 19', city: 'Amarillo, TX 79106' },
  { name: 'Meridian Aerospace Tooling', street: '5820 Runway Dr', city: 'Wichita, KS 67209' },
  { name: 'Fairmont Contract Interiors', street: '90 Gallery Pl', city: 'Charlotte, NC 28202' },
  { name: 'Valley Paint & Decorating', street: '1211 Orchard St', city: 'Yakima, WA 98901' },
  { name: 'Stonebridge Kitchens', street: '460 Granite Ct', city: 'Nashua, NH 03060' },
  { name: 'Great Basin Mining Supply', street: '2005 Ore Rd', city: 'Elko, NV 89801' },
];

interface Goods {
  readonly description: string;
  readonly nmfc: string;
  readonly freightClass: FreightClass;
  readonly packaging: string;
  /** Pounds of one piece. */
  readonly pieceLb: number;
}

export const goods: readonly [Goods, ...Goods[]] = [
  { description: 'Pumps, water, NOI', nmfc: '128600-02', freightClass: '85', packaging: 'CTN', pieceLb: 64 },
  { description: 'Valves, brass or bronze', nmfc: '97360-00', freightClass: '70', packaging: 'CTN', pieceLb: 38 },
  { description: 'Tile, ceramic, glazed', nmfc: '47500-04', freightClass: '60', packaging: 'CTN', pieceLb: 45 },
  { description: 'Bolts, nuts and screws, steel', nmfc: '94440-01', freightClass: '60', packaging: 'KEG', pieceLb: 92 },
  { description: 'Bath tubs, fiberglass', nmfc: '158880-03', freightClass: '150', packaging: 'CRT', pieceLb: 118 },
  { description: 'Batteries, storage, dry', nmfc: '60680-01', freightClass: '70', packaging: 'CTN', pieceLb: 52 },
  { description: 'Labels, paper, printed', nmfc: '153120-00', freightClass: '85', packaging: 'CTN', pieceLb: 27 },
  { description: 'Seed, grass, in bags', nmfc: '89500-00', freightClass: '60', packaging: 'BAG', pieceLb: 50 },
  { description: 'Chairs, office, set up', nmfc: '79255-05', freightClass: '175', packaging: 'CTN', pieceLb: 41 },
  { description: 'Paint, latex, in pails', nmfc: '149980-00', freightClass: '60', packaging: 'PAIL', pieceLb: 62 },
  { description: 'Cabinets, kitchen, wooden', nmfc: '82270-06', freightClass: '125', packaging: 'CTN', pieceLb: 73 },
  { description: 'Conveyor rollers, steel', nmfc: '133300-08', freightClass: '100', packaging: 'CRT', pieceLb: 88 },
];

/** Who signs at the dock. */
export const receivers: readonly [string, ...string[]] = [
  'M. Alvarez',
  'T. Beecham',
  'Dana Whitlock',
  'J. Okafor',
  'R. Lindqvist',
  'Sam Petrov',
  'K. Nguyen',
  'Luisa Ferro',
  'B. Trammell',
  'Pat Greer',
];

export const drivers: readonly [string, ...string[]] = [
  'D-1047',
  'D-2213',
  'D-3308',
  'D-4126',
  'D-5590',
  'D-6071',
  'D-7702',
];
export const clerks: readonly [string, ...string[]] = ['cwilkes', 'jhart', 'mdubois', 'rpatel'];
