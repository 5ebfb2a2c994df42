within Lab;
package Parts
end Parts;
